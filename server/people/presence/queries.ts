import { sql } from 'kysely'
import type { Db } from '../../kernel/db/database.ts'

/** When somebody was last active and connected, in UNIX seconds. */
export interface PresenceTimes {
  readonly userId: number
  /** Null: never. */
  readonly activeAt: number | null
  readonly connectedAt: number
}

export interface Presence extends PresenceTimes {
  /** The number of the change among those of the organization. */
  readonly updateId: number
}

/** What changed after that number, in order. */
export async function loadPresence(db: Db, realmId: number, after: number): Promise<Presence[]> {
  const rows = await db
    .selectFrom('presence')
    .select(['user_id', 'active_at', 'connected_at', 'update_id'])
    .where('realm_id', '=', realmId)
    .where('update_id', '>', after)
    .orderBy('update_id')
    .execute()
  return rows.map((row) => ({
    userId: row.user_id,
    activeAt: row.active_at,
    connectedAt: row.connected_at,
    updateId: row.update_id,
  }))
}

/** One statement, however many people. The lock on the counter makes numbers visible in their order. */
export async function savePresence(db: Db, realmId: number, times: readonly PresenceTimes[]): Promise<void> {
  const count = times.length
  await sql`
    with counter as (
      insert into presence_counter (realm_id, last_id) values (${realmId}, ${count})
      on conflict (realm_id) do update set last_id = presence_counter.last_id + ${count}
      returning last_id
    )
    insert into presence (user_id, realm_id, active_at, connected_at, update_id)
    select t.user_id, ${realmId}, t.active_at, t.connected_at, last_id - ${count} + t.ord
    from counter, unnest(
      ${times.map(({ userId }) => userId)}::int[],
      ${times.map(({ activeAt }) => activeAt)}::bigint[],
      ${times.map(({ connectedAt }) => connectedAt)}::bigint[]
    ) with ordinality as t (user_id, active_at, connected_at, ord)
    on conflict (user_id) do update
    set active_at = excluded.active_at, connected_at = excluded.connected_at, update_id = excluded.update_id`.execute(
    db,
  )
}
