// Writes the generated files. With --check it only lists those that are out of date.
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { regenerated } from './generated.ts'
import { root } from './tools.ts'

const check = process.argv.includes('--check')
for (const { file, content, changed } of await regenerated()) {
  if (!changed) continue
  if (check) process.exitCode = 1
  else await writeFile(join(root, file), content)
  console.log(check ? `${file} is not fresh: run npm run generate.` : `${file} was written.`)
}
