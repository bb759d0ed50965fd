import { sql } from 'kysely'
import type { Db } from '../db/database.ts'

/**
 * `scheduled`: its time is in the future. `failed`: at least one try failed, and it will be retried. `dead`: it has used
 * up its tries and stays until an operator retries or drops it.
 */
export const JOB_STATES = ['waiting', 'scheduled', 'running', 'failed', 'dead'] as const
export type JobState = (typeof JOB_STATES)[number]

export interface ListedJob {
  readonly id: number
  readonly task: string
  readonly state: JobState
  readonly tries: number
  readonly mostTries: number
  /** The earliest time at which it may run. Null for a job without a time. */
  readonly runAt: Date | null
  readonly createdAt: Date
  readonly lastError: string | null
}

const STATE = sql<JobState>`case
  when locked_at is not null then 'running'
  when attempts >= max_attempts then 'dead'
  when attempts > 0 then 'failed'
  when run_at > now() then 'scheduled'
  else 'waiting' end`

/** Dead jobs first, then failed ones, then the others. Within each group the newest first. */
export async function listJobs(db: Db, state: JobState | null, limit: number): Promise<ListedJob[]> {
  const { rows } = await sql<ListedJob>`
    select id::int8, task_identifier as task, ${STATE} as state, attempts as tries, max_attempts as "mostTries",
      case when run_at > to_timestamp(0) then run_at end as "runAt", created_at as "createdAt", last_error as "lastError"
    from graphile_worker.jobs
    where ${state}::text is null or ${STATE} = ${state}
    order by ${STATE} <> 'dead', ${STATE} <> 'failed', id desc limit ${limit}`.execute(db)
  return rows
}

export interface JobCounts {
  readonly states: Readonly<Record<JobState, number>>
  /** The age of the oldest job that is waiting or failed. */
  readonly oldestSeconds: number
}

export async function countJobs(db: Db): Promise<JobCounts> {
  const { rows } = await sql<{ state: JobState; count: number; oldest: number }>`
    select ${STATE} as state, count(*) as count, extract(epoch from now() - min(created_at))::float8 as oldest
    from graphile_worker.jobs group by 1`.execute(db)
  const found = new Map(rows.map((row) => [row.state, row]))
  const states = Object.fromEntries(JOB_STATES.map((state) => [state, found.get(state)?.count ?? 0]))
  const oldestSeconds = Math.max(0, ...(['waiting', 'failed'] as const).map((state) => found.get(state)?.oldest ?? 0))
  return { states: states as Record<JobState, number>, oldestSeconds }
}

/** Makes jobs due now, with all their tries. Running jobs are left alone. Returns the number of jobs. */
export async function retryJobs(db: Db, ids: readonly number[] | 'dead'): Promise<number> {
  const { numAffectedRows = 0n } = await sql`
    update graphile_worker._private_jobs set attempts = 0, run_at = to_timestamp(0), updated_at = now()
    where locked_at is null and ${chosen(ids)}`.execute(db)
  return Number(numAffectedRows)
}

export async function dropJobs(db: Db, ids: readonly number[] | 'dead'): Promise<number> {
  const { numAffectedRows = 0n } = await sql`
    delete from graphile_worker._private_jobs where locked_at is null and ${chosen(ids)}`.execute(db)
  return Number(numAffectedRows)
}

const chosen = (ids: readonly number[] | 'dead') =>
  ids === 'dead' ? sql`attempts >= max_attempts` : sql`id = any(${ids}::int8[])`
