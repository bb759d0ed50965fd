import { sql } from 'kysely'
import type { Db } from '../db/database.ts'
import { getOrMake } from '../get-or-make.ts'
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
  const known = getOrMake(seen, realm, () => new Map())
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

export async function topicExists(db: Db, channelId: number, key: string): Promise<boolean> {
  const row = await db
    .selectFrom('topic')
    .select('id')
    .where('channel_id', '=', channelId)
    .where('name_key', '=', key)
    .executeTakeFirst()
  return row !== undefined
}
