import { mkdir, readdir, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { root } from '../tools.ts'

const folder = join(root, '.cache', 'coverage')

/** The names that tests saw, by the word that begins their lines. */
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

/** What tests received from the running server. */
export interface Tested extends Record<List, string[]> {
  /** Outcomes by operation: `success` and error codes. */
  operations: Record<string, string[]>
}

/** Before a test run: what an earlier one saw does not count. Gives the folder into which its tests write. */
export async function startRecording(): Promise<string> {
  await rm(folder, { recursive: true, force: true })
  await mkdir(folder, { recursive: true })
  return folder
}

/** What the tests of the last whole run received. */
export async function readRecords(): Promise<Tested> {
  const files = (await readdir(folder).catch(() => [])).filter((name) => name.endsWith('.txt'))
  const texts = await Promise.all(files.map((name) => readFile(join(folder, name), 'utf8')))
  return testedOf(texts.join(''))
}

/** Of the lines that record-coverage.ts wrote. */
export function testedOf(text: string): Tested {
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
