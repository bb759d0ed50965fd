import { mkdir, readdir, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { root } from '../tools.ts'

const folder = join(root, '.cache', 'coverage')

/** The lists of recorded names, by the word at the start of their lines. */
const LISTS = {
  events: 'event',
  registerFields: 'register',
  narrowTerms: 'narrow',
  queueNarrowTerms: 'queue-narrow',
  capabilitiesSent: 'capability-sent',
  capabilitiesSeen: 'capability-seen',
  pages: 'page',
} as const
type List = keyof typeof LISTS
const listNames = Object.keys(LISTS) as List[]

/** The names that tests received from the running server. */
export interface TestedNames extends Record<List, string[]> {
  /** Outcomes by operation: `success` and error codes. */
  operations: Record<string, string[]>
}

/** Clears the records of the last run. Returns the folder for the records of this run. */
export async function startRecording(): Promise<string> {
  await rm(folder, { recursive: true, force: true })
  await mkdir(folder, { recursive: true })
  return folder
}

/** Reads the records of the last full test run. */
export async function readRecords(): Promise<TestedNames> {
  const files = (await readdir(folder).catch(() => [])).filter((name) => name.endsWith('.txt'))
  const texts = await Promise.all(files.map((name) => readFile(join(folder, name), 'utf8')))
  return testedOf(texts.join(''))
}

/** Parses the lines that record-coverage.ts wrote. */
export function testedOf(text: string): TestedNames {
  const lines = [...new Set(text.split('\n'))].sort()
  const after = (word: string) =>
    lines.filter((line) => line.startsWith(`${word} `)).map((line) => line.slice(word.length + 1))
  const operations: Record<string, string[]> = {}
  for (const line of after('operation')) {
    const [name = '', outcome = ''] = line.split(' ')
    operations[name] = [...(operations[name] ?? []), outcome]
  }
  const lists = Object.fromEntries(listNames.map((list) => [list, after(LISTS[list])]))
  return { operations, ...(lists as Record<List, string[]>) }
}
