import { type QueryExecutorProvider, sql } from 'kysely'
import type { LoggedJob } from '../log/job.ts'

/** A job as it is stored: which organization's, the same name however often it is tried, and what is to be done. */
export interface StoredJob {
  readonly realm: number
  readonly id: string
  readonly work: unknown
}

export interface NewJob extends LoggedJob {
  readonly realmId: number
  readonly id: string
}

/** The tries take sixteen hours: less than the keys of sends are kept, by which a repeated job sends nothing twice. */
export const MOST_TRIES = 12

/** A job that is due at once is due by every clock, also one that is set back. */
const AT_ONCE = new Date(0)

/** What has a time comes first when it is due. */
const PRIORITY = { timed: 0, atOnce: 1 }

/** One statement, and one notice to workers, however many there are. */
export async function addJobs(db: QueryExecutorProvider, jobs: readonly NewJob[]): Promise<void> {
  if (jobs.length === 0) return
  const specs = lastOfEachKey(jobs).map((job) => ({
    identifier: job.task,
    payload: { realm: job.realmId, id: job.id, work: job.payload } satisfies StoredJob,
    run_at: (job.runAt === undefined ? AT_ONCE : new Date(job.runAt)).toISOString(),
    max_attempts: MOST_TRIES,
    job_key: keyOf(job),
    priority: job.runAt === undefined ? PRIORITY.atOnce : PRIORITY.timed,
  }))
  await sql`
    select count(*) from graphile_worker.add_jobs(
      array(select json_populate_recordset(null::graphile_worker.job_spec, ${JSON.stringify(specs)}::json)))`.execute(
    db,
  )
}

/** Within one statement the database refuses to replace a job that the statement itself has added. */
function lastOfEachKey(jobs: readonly NewJob[]): NewJob[] {
  const last = new Map(jobs.map((job) => [keyOf(job), job]))
  return jobs.filter((job) => job.key === undefined || last.get(keyOf(job)) === job)
}

/** The keys of one organization are not those of another. */
const keyOf = ({ realmId, key }: NewJob): string | null => (key === undefined ? null : `${realmId} ${key}`)
