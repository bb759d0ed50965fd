// Writes the generated files. With --check it only lists those that are out of date.
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { NAME_INDEXES } from './indexes/name-indexes.ts'
import { root } from './tools.ts'

const check = process.argv.includes('--check')
// The indexes first, because the other files are made of what they list.
for (const { file, content } of NAME_INDEXES) {
  const old = await readFile(join(root, file), 'utf8').catch(() => '')
  await report(file, await content(old), old)
}
const { regenerated } = await import('./generated.ts')
for (const { file, content, old } of await regenerated()) await report(file, content, old)

async function report(file: string, content: string, old: string): Promise<void> {
  if (content === old) return
  if (check) process.exitCode = 1
  else await writeFile(join(root, file), content)
  console.log(check ? `${file} is not fresh: run npm run generate.` : `${file} was written.`)
}
