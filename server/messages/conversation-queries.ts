import { sql } from 'kysely'
import type { Db } from '../db/database.ts'
import type { Tx } from '../log/transact.ts'
import type { RealmState } from '../realm-state/realm-state.ts'

export interface DirectConversation {
  readonly id: number
  /** Nothing was said in it yet. */
  readonly isNew: boolean
}

/** Which conversation belongs to which people never changes, so what was once seen in use is remembered. */
const seen = new WeakMap<RealmState, Map<string, number>>()
const MOST_SEEN = 20_000

export async function findConversation(
  db: Db,
  realm: RealmState,
  members: readonly number[],
): Promise<DirectConversation | undefined> {
  const known = seen.get(realm) ?? new Map<string, number>()
  seen.set(realm, known)
  const key = members.join()
  const id = known.get(key)
  if (id !== undefined) return { id, isNew: false }
  const { rows } = await sql<{ id: number; last_hseq: number }>`
    select id, last_hseq from conversation_head where realm_id = ${realm.id} and members = ${members}::int[]`.execute(
    db,
  )
  const [row] = rows
  if (!row) return undefined
  if (row.last_hseq > 0) {
    if (known.size >= MOST_SEEN) known.clear()
    known.set(key, row.id)
  }
  return { id: row.id, isNew: row.last_hseq === 0 }
}

/** The conversation of these people, with everybody receiving from its beginning. */
export async function createConversation(tx: Tx, members: readonly number[]): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    with made as (
      insert into conversation (realm_id, members) values (${tx.realmId}, ${members}::int[])
      on conflict (realm_id, members) where members is not null do update set members = excluded.members
      returning id
    ), joined as (
      insert into member (user_id, conv_id, from_hseq, from_seq)
      select u, made.id, 0, 0 from made, unnest(${members}::int[]) as u on conflict do nothing
    ), positioned as (
      insert into read_pos (user_id, conv_id, upto)
      select u, made.id, 0 from made, unnest(${members}::int[]) as u on conflict do nothing
    )
    select id from made`.execute(tx.db)
  return rows[0]!.id
}

export async function topicExists(db: Db, channelId: number, key: string): Promise<boolean> {
  const row = await db
    .selectFrom('topic')
    .select('id')
    .where('channel_id', '=', channelId)
    .where('name_key', '=', key)
    .executeTakeFirst()
  return row !== undefined
}
