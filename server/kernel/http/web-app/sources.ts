import { createHash } from 'node:crypto'
import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'

/** What the app is made of, besides packages. */
const FOLDERS = ['api', 'client', 'markdown', 'web', 'scripts/web']

/** Changes with the size or time of any file that the app is made of, as in scripts/bundled.mjs. */
export function fingerprintOf(checkout: string): string {
  const hash = createHash('sha256')
  for (const file of [
    'package-lock.json',
    'tsconfig.json',
    ...FOLDERS.flatMap((folder) => filesIn(checkout, folder)),
  ]) {
    const { size, mtimeMs } = statSync(join(checkout, file))
    hash.update(`${file} ${size} ${mtimeMs}\n`)
  }
  return hash.digest('hex').slice(0, 12)
}

const filesIn = (checkout: string, folder: string): string[] =>
  readdirSync(join(checkout, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !/\.test\.tsx?$/.test(entry.name))
    .map(({ parentPath, name }) => join(parentPath, name).slice(checkout.length))
    .sort()
