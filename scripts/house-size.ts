import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { root, SOURCES } from './tools.ts'

const MAX_LINES_PER_FILE = 400
const MAX_FILES_PER_FOLDER = 30

/** Folders with one file for each thing of a kind, which may have many files. */
const LISTS = ['api/endpoints', 'api/events', 'api/objects', 'test/markdown/cases', 'server/kernel/db/migrations']

const isTest = (file: string): boolean => file.endsWith('.test.ts')

/** The files that are too long and the folders with too many source files, one line each. */
export function sizeProblems(): string[] {
  const files = sourceFiles()
  const long = files
    .map((file) => ({ file, lines: readFileSync(join(root, file), 'utf8').split('\n').length - 1 }))
    .filter(({ lines }) => lines > MAX_LINES_PER_FILE)
    .map(({ file, lines }) => `${file} has ${lines} lines, at most ${MAX_LINES_PER_FILE} are allowed: split it.`)
  const folders = Map.groupBy(
    files.filter((file) => !isTest(file)),
    (file) => dirname(file),
  )
  const full = [...folders]
    .filter(([folder, { length }]) => length > MAX_FILES_PER_FOLDER && !LISTS.includes(folder))
    .map(
      ([folder, { length }]) =>
        `${folder} holds ${length} files, at most ${MAX_FILES_PER_FOLDER} are allowed: split it.`,
    )
  return [...long, ...full]
}

function sourceFiles(): string[] {
  const folders = SOURCES.filter((folder) => existsSync(join(root, folder)))
  return globSync(
    folders.map((folder) => `${folder}/**/*.{ts,tsx,mjs,css}`),
    { cwd: root },
  )
}
