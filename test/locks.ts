import type pg from 'pg'
import type { TestServer } from './harness.ts'

export interface HeldLock {
  release(): Promise<void>
}

/** Takes a lock in another session and holds it until it is released. */
export async function hold({ database }: TestServer, statement: string, values: unknown[] = []): Promise<HeldLock> {
  const client: pg.PoolClient = await database.pool.connect()
  await client.query('begin')
  await client.query(statement, values)
  return {
    async release() {
      await client.query('rollback')
      client.release()
    },
  }
}

/** Locks the row that every change of the organization locks. */
export const holdLane = (server: TestServer): Promise<HeldLock> =>
  hold(server, 'select from realm_log where realm_id = $1 for update', [server.realm.id])

/** The number of statements that currently wait for a lock. */
export async function waitingForLocks({ database }: TestServer): Promise<number> {
  const { rows } = await database.pool.query<{ waiting: number }>(
    `select count(*)::int as waiting from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
  )
  return rows[0]!.waiting
}
