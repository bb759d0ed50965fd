import { sql } from 'kysely'
import type { Db } from '../db/database.ts'
import type { Queue, QueueRow } from './queue.ts'
import type { QueueSpec } from './queue-spec.ts'

export type StoredQueue = QueueRow & { readonly realm_id: number; readonly spec: QueueSpec }

/**
 * Returns the number of other queues of the account. Null if the account has been deactivated: its queues have ended,
 * and no new one may start.
 */
export async function insertQueue(db: Db, queue: StoredQueue): Promise<number | null> {
  const { rows } = await sql<{ others: number }>`
    insert into event_queue (id, realm_id, user_id, registered_seq, acked, touched, idle_seconds, spec)
    select ${queue.id}::uuid, ${queue.realm_id}::int, id, ${queue.registered_seq}::bigint, ${queue.acked}::bigint,
      ${queue.touched}::int, ${queue.idle_seconds}::int, ${JSON.stringify(queue.spec)}::jsonb
    from account where id = ${queue.user_id} and is_active for share
    returning (select count(*)::int from event_queue where user_id = ${queue.user_id}) as others`.execute(db)
  return rows[0]?.others ?? null
}

/** The ids of an account's queues, oldest first. */
export async function listQueuesOfUser(db: Db, userId: number): Promise<string[]> {
  const rows = await db
    .selectFrom('event_queue')
    .select('id')
    .where('user_id', '=', userId)
    .orderBy('registered_seq')
    .execute()
  return rows.map((row) => row.id)
}

export async function findQueue(db: Db, id: string): Promise<StoredQueue | undefined> {
  const row = await db.selectFrom('event_queue').selectAll().where('id', '=', id).executeTakeFirst()
  return row && { ...row, spec: row.spec as unknown as QueueSpec }
}

export async function deleteQueues(db: Db, ids: readonly string[]): Promise<void> {
  if (ids.length > 0) await db.deleteFrom('event_queue').where('id', 'in', ids).execute()
}

export async function deleteQueuesOfUser(db: Db, userId: number): Promise<void> {
  await db.deleteFrom('event_queue').where('user_id', '=', userId).execute()
}

/**
 * Stores acknowledgements and activity of many queues in one statement, which raises the version of each row by one.
 * Returns only the differences: the version if another node has raised it too, or null if the queue is gone.
 */
export async function storeProgress(db: Db, queues: readonly Queue[]): Promise<Map<string, number | null>> {
  // Built here, because the driver would check every element for characters to escape.
  const listOf = (value: (queue: Queue) => string | number) => `{${queues.map(value).join(',')}}`
  const [ids, acked, versions] = [
    listOf(({ id }) => id),
    listOf((queue) => queue.acked),
    listOf((queue) => queue.version),
  ]
  const { rows } = await sql<{ id: string; version: number | null }>`
    with progress as (
      select * from unnest(${ids}::uuid[], ${acked}::bigint[], ${versions}::int[]) as p (id, acked, version)
    ), stored as (
      update event_queue q set acked = greatest(q.acked, p.acked), touched = q.touched + 1
      from progress p where q.id = p.id returning q.id, q.touched
    )
    select p.id, s.touched as version from progress p left join stored s on s.id = p.id
    where s.touched is distinct from p.version + 1`.execute(db)
  return new Map(rows.map((row) => [row.id, row.version]))
}

/**
 * Deletes queues that no other node has served since this one read their version. Returns the ids of the deleted ones.
 */
export async function deleteIdle(db: Db, idle: readonly { id: string; version: number }[]): Promise<Set<string>> {
  const ids = idle.map((queue) => queue.id)
  const versions = idle.map((queue) => queue.version)
  const { rows } = await sql<{ id: string }>`
    delete from event_queue q using unnest(${ids}::uuid[], ${versions}::int[]) as i (id, version)
    where q.id = i.id and q.touched = i.version returning q.id`.execute(db)
  return new Set(rows.map((row) => row.id))
}

export const listQueues = (db: Db): Promise<{ id: string; version: number; idle_seconds: number }[]> =>
  db.selectFrom('event_queue').select(['id', 'touched as version', 'idle_seconds']).execute()

export async function versionsOf(db: Db, ids: readonly string[]): Promise<Map<string, number>> {
  const { rows } = await sql<{ id: string; version: number }>`
    select id, touched as version from event_queue where id = any(${ids}::uuid[])`.execute(db)
  return new Map(rows.map((row) => [row.id, row.version]))
}
