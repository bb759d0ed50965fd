import { type QueryExecutorProvider, sql } from 'kysely'
import type { LoggedJob } from '../log/job.ts'
import { SLOW } from './slow-jobs.ts'

/** The payload as stored. `id` stays the same over all tries of the job. */
export interface StoredJob {
  readonly realm: number
  readonly id: string
  readonly work: unknown
}

export interface NewJob extends LoggedJob {
  readonly realmId: number
  readonly id: string
}

/** All tries take 16 hours. Send keys, which keep a repeated job from sending twice, are kept longer: 24 hours. */
export const MAX_JOB_ATTEMPTS = 12

/** For jobs without a time. They stay due even if the clock is set back. */
const AT_ONCE = new Date(0)

/** Lower runs first: a scheduled job must not wait behind a queue of immediate ones. */
const PRIORITY = { timed: 0, atOnce: 1 }

/** One statement and one NOTIFY, however many jobs there are. */
export async function addJobs(db: QueryExecutorProvider, jobs: readonly NewJob[]): Promise<void> {
  if (jobs.length === 0) return
  const specs = lastOfEachKey(jobs).map((job) => ({
    identifier: job.task,
    payload: { realm: job.realmId, id: job.id, work: job.payload } satisfies StoredJob,
    run_at: (job.runAt === undefined ? AT_ONCE : new Date(job.runAt)).toISOString(),
    max_attempts: MAX_JOB_ATTEMPTS,
    job_key: keyOf(job),
    queue_name: job.queue === undefined ? null : `${job.realmId} ${job.queue}`,
    flags: job.isSlow ? [SLOW] : null,
    priority: job.runAt === undefined ? PRIORITY.atOnce : PRIORITY.timed,
  }))
  await sql`
    select count(*) from graphile_worker.add_jobs(
      array(select json_populate_recordset(null::graphile_worker.job_spec, ${JSON.stringify(specs)}::json)))`.execute(
    db,
  )
}

/** add_jobs cannot replace a job that it added in the same statement, so only the last job of each key is passed. */
function lastOfEachKey(jobs: readonly NewJob[]): NewJob[] {
  const last = new Map(jobs.map((job) => [keyOf(job), job]))
  return jobs.filter((job) => job.key === undefined || last.get(keyOf(job)) === job)
}

/** Keys are per organization. */
const keyOf = ({ realmId, key }: NewJob): string | null => (key === undefined ? null : `${realmId} ${key}`)
