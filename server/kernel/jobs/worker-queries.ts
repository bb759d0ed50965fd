import { sql } from 'kysely'
import type { Db } from '../db/database.ts'
import { LIVE_SECONDS } from '../nodes/live-seconds.ts'

export async function hasDueJob(db: Db, now: number): Promise<boolean> {
  const { rows } = await sql<{ due: boolean }>`
    select exists (
      select from graphile_worker._private_jobs where is_available and run_at <= ${new Date(now).toISOString()}
    ) as due`.execute(db)
  return rows[0]!.due
}

/** Records which node a worker belongs to, before it locks its first job. */
export async function adoptWorker(db: Db, id: string, node: string): Promise<void> {
  await db
    .insertInto('job_worker')
    .values({ id, node_id: node })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** Unlocks the jobs of these workers and removes the workers, in one transaction. */
export async function forgetWorkers(db: Db, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return
  await db.transaction().execute(async (trx) => {
    await sql`select graphile_worker.force_unlock_workers(${ids}::text[])`.execute(trx)
    await trx.deleteFrom('job_worker').where('id', 'in', ids).execute()
  })
}

/**
 * Releases the jobs of workers whose node is not alive according to the table `node`. Returns the number of workers.
 * Never releases our own worker, whose heartbeat may be old after the database was away.
 */
export async function releaseDeadWorkers(db: Db, own: string | null): Promise<number> {
  const { rows } = await sql<{ id: string }>`
    select id from job_worker w where w.id is distinct from ${own} and not exists (
      select from node n
      where n.id = w.node_id and n.seen_at > clock_timestamp() - make_interval(secs => ${LIVE_SECONDS}))`.execute(db)
  await forgetWorkers(
    db,
    rows.map(({ id }) => id),
  )
  return rows.length
}

/** Unlocks the jobs of a worker and takes the try back. Returns the number of jobs. */
export async function giveBack(db: Db, workerId: string): Promise<number> {
  const { numAffectedRows = 0n } = await sql`
    update graphile_worker._private_jobs set attempts = greatest(0, attempts - 1), locked_by = null, locked_at = null
    where locked_by = ${workerId}`.execute(db)
  return Number(numAffectedRows)
}
