import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'

const root = dirname(import.meta.dirname)
const folder = join(root, '.cache', 'coverage')
const summary = join(root, 'docs', 'coverage-tested.json')
/** Says that the records are those of a whole run that passed. */
const complete = join(folder, 'complete')

/** What tests received from the running server. */
export interface Tested {
  /** Outcomes by operation: `success` and error codes. */
  operations: Record<string, string[]>
  events: string[]
  registerFields: string[]
}

/** Before a test run: what an earlier one saw does not count. Gives the folder into which its tests write. */
export async function startRecording(): Promise<string> {
  await rm(folder, { recursive: true, force: true })
  await mkdir(folder, { recursive: true })
  return folder
}

/** After a whole run that passed. */
export const markComplete = (): Promise<void> => writeFile(complete, '')

export async function readRecords(): Promise<Tested> {
  const files = (await readdir(folder).catch(() => [])).filter((name) => name.endsWith('.txt'))
  const texts = await Promise.all(files.map((name) => readFile(join(folder, name), 'utf8')))
  const operations: Record<string, Set<string>> = {}
  const events = new Set<string>()
  const registerFields = new Set<string>()
  for (const line of texts.join('').split('\n')) {
    const [kind, name = '', outcome = ''] = line.split(' ')
    if (kind === 'operation') operations[name] = (operations[name] ?? new Set()).add(outcome)
    else if (kind === 'event') events.add(name)
    else if (kind === 'register') registerFields.add(name)
  }
  return {
    operations: Object.fromEntries(
      Object.entries(operations)
        .sort(([left], [right]) => (left < right ? -1 : 1))
        .map(([name, outcomes]) => [name, [...outcomes].sort()]),
    ),
    events: [...events].sort(),
    registerFields: [...registerFields].sort(),
  }
}

export async function readSummary(): Promise<Tested> {
  const text = await readFile(summary, 'utf8').catch(() => null)
  return text === null ? { operations: {}, events: [], registerFields: [] } : (JSON.parse(text) as Tested)
}

/** Takes over what the last whole run saw; false when there was none since. */
export async function refreshSummary(): Promise<boolean> {
  const isComplete = await readFile(complete).then(
    () => true,
    () => false,
  )
  if (isComplete) await writeFile(summary, `${JSON.stringify(await readRecords(), null, 2)}\n`)
  return isComplete
}

/** What was seen when the summary was written and is not seen any more: the run must fail. */
export async function lostCoverage(): Promise<string[]> {
  const [then, now] = await Promise.all([readSummary(), readRecords()])
  const missing = (old: readonly string[], seen: readonly string[] = []) => old.filter((name) => !seen.includes(name))
  return [
    ...Object.entries(then.operations).flatMap(([name, outcomes]) =>
      missing(outcomes, now.operations[name]).map((outcome) => `${name}: ${outcome}`),
    ),
    ...missing(then.events, now.events).map((name) => `event ${name}`),
    ...missing(then.registerFields, now.registerFields).map((name) => `register field ${name}`),
  ]
}
