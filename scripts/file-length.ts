import { existsSync, globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root, SOURCES } from './tools.ts'

const LONGEST = 400

/** Files that are longer for now, with the length they may have. The list may only shrink. */
const EXCEPTIONS: Readonly<Record<string, number>> = {}

/** What is wrong with the lengths of files, one line each. */
export function tooLong(exceptions: Readonly<Record<string, number>> = EXCEPTIONS): string[] {
  const lengths = new Map(
    sourceFiles().map((file) => [file, readFileSync(join(root, file), 'utf8').split('\n').length - 1]),
  )
  const long = [...lengths].flatMap(([file, lines]) => {
    const allowed = exceptions[file] ?? LONGEST
    return lines > allowed ? [`${file} has ${lines} lines, allowed are ${allowed}: split it.`] : []
  })
  const needless = Object.keys(exceptions).filter((file) => (lengths.get(file) ?? 0) <= LONGEST)
  return [...long, ...needless.map((file) => `${file} needs no exception any more: take it off the list.`)]
}

function sourceFiles(): string[] {
  const folders = SOURCES.filter((folder) => existsSync(join(root, folder)))
  return globSync(
    folders.map((folder) => `${folder}/**/*.{ts,tsx,mjs,css}`),
    { cwd: root },
  )
}
