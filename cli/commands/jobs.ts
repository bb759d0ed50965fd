import { hideInText } from '../../server/kernel/base/logger.ts'
import { type Db, openPool } from '../../server/kernel/db/database.ts'
import {
  countJobs,
  dropJobs,
  JOB_STATES,
  type JobState,
  type ListedJob,
  listJobs,
  retryJobs,
} from '../../server/kernel/jobs/job-queries.ts'
import { type Input, UsageError } from '../command.ts'
import { withDatabase } from '../with-database.ts'

type Action = (db: Db) => Promise<void>

export const run = (input: Input): Promise<void> => {
  const action = actionOf(input)
  return withDatabase(input, async ({ database }) => {
    const { db, close } = openPool({ ...database.connection, max: 1 })
    try {
      await action(db)
    } finally {
      await close()
    }
  })
}

function actionOf(input: Input): Action {
  const [word = 'list', id] = input.arguments
  if (word === 'retry') return retry(idOf(id))
  if (word === 'drop') return drop(idOf(id))
  if (word !== 'list') throw new UsageError(`"${word}" is not an action; there are list, retry and drop.`)
  if (id !== undefined) throw new UsageError(`"${id}" is one word too many: list takes none.`)
  return list(stateOf(input.option('state')), input.isOn('json'))
}

function idOf(text: string | undefined): readonly number[] | 'dead' {
  if (text === undefined) throw new UsageError('ID is missing.')
  if (text === 'dead') return text
  if (!/^\d{1,15}$/.test(text)) throw new UsageError(`"${text}" is not the number of a job.`)
  return [Number(text)]
}

function stateOf(text: string | null): JobState | null {
  const state = JOB_STATES.find((known) => known === text) ?? null
  if (text !== null && state === null) throw new UsageError(`--state is one of ${JOB_STATES.join(', ')}.`)
  return state
}

const retry =
  (ids: readonly number[] | 'dead'): Action =>
  async (db) =>
    report(await retryJobs(db, ids), ids, 'will run again')

const drop =
  (ids: readonly number[] | 'dead'): Action =>
  async (db) =>
    report(await dropJobs(db, ids), ids, 'dropped')

function report(count: number, ids: readonly number[] | 'dead', what: string): void {
  if (ids === 'dead' || count > 0) console.log(`${count} ${count === 1 ? 'job' : 'jobs'} ${what}.`)
  else {
    console.error(`There is no job ${ids[0]}, or it is running.`)
    process.exitCode = 1
  }
}

const MAX_LISTED_JOBS = 200

const list =
  (state: JobState | null, asJson: boolean): Action =>
  async (db) => {
    // An error message may contain an address with a password.
    const jobs = (await listJobs(db, state, MAX_LISTED_JOBS)).map((job) => ({
      ...job,
      lastError: job.lastError && hideInText(job.lastError),
    }))
    if (asJson) return console.log(JSON.stringify(jobs))
    const { states } = await countJobs(db)
    if (jobs.length > 0) console.log(table(jobs).join('\n'))
    console.log(JOB_STATES.map((name) => `${states[name]} ${name}`).join(', '))
  }

const HEADINGS = ['ID', 'STATE', 'TASK', 'TRIES', 'NOT BEFORE', 'LAST ERROR']

function table(jobs: readonly ListedJob[]): string[] {
  const rows = [HEADINGS, ...jobs.map(cells)]
  const widths = HEADINGS.map((_, column) => Math.max(...rows.map((row) => row[column]!.length)))
  return rows.map((row) =>
    row
      .map((cell, column) => cell.padEnd(widths[column]!))
      .join('  ')
      .trimEnd(),
  )
}

const MAX_ERROR_LENGTH = 80

const cells = ({ id, state, task, tries, mostTries, runAt, lastError }: ListedJob): string[] => [
  String(id),
  state,
  task,
  `${tries} of ${mostTries}`,
  runAt?.toISOString().replace(/\.\d+Z$/, 'Z') ?? '',
  (lastError ?? '').split('\n', 1)[0]!.slice(0, MAX_ERROR_LENGTH),
]
