import { createHash } from 'node:crypto'
import { type RawBuilder, sql } from 'kysely'
import { getOrMake } from '../kernel/base/get-or-make.ts'
import type { Db } from '../kernel/db/database.ts'
import type { RealmState } from '../kernel/realm-state/realm-state.ts'

export interface DirectConversation {
  readonly id: number
  /** True if it has no message yet. */
  readonly isNew: boolean
}

/**
 * The same digest that the database computes. With it, finding a conversation of thousands costs no more than one of
 * two.
 */
const digestOf = (members: readonly number[]): Buffer => createHash('sha256').update(members.join()).digest()

/** The id of the conversation of these people, who must be in ascending order. */
export const conversationOf = (realmId: number, members: readonly number[]): RawBuilder<number | null> =>
  sql`(select id from conversation where realm_id = ${realmId} and members_digest = ${digestOf(members)})`

/** The conversation of a set of people never changes, so ids of used conversations are cached. */
const seen = new WeakMap<RealmState, Map<string, number>>()
const MAX_CACHED_CONVERSATIONS = 20_000

export async function findConversation(
  db: Db,
  realm: RealmState,
  members: readonly number[],
): Promise<DirectConversation | undefined> {
  const known = getOrMake(seen, realm, () => new Map())
  const key = digestOf(members).toString('base64')
  const id = known.get(key)
  if (id !== undefined) return { id, isNew: false }
  const { rows } = await sql<{ id: number; last_hseq: number }>`
    select id, last_hseq from conversation_head where id = ${conversationOf(realm.id, members)}`.execute(db)
  const [row] = rows
  if (!row) return undefined
  if (row.last_hseq > 0) {
    if (known.size >= MAX_CACHED_CONVERSATIONS) known.clear()
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

/** What an account wrote to somebody after a time, among the newest messages of the two. */
export async function recentTexts(
  db: Db,
  realmId: number,
  { senderId, readerId }: { readonly senderId: number; readonly readerId: number },
  after: number,
): Promise<string[]> {
  const members = [senderId, readerId].sort((a, b) => a - b)
  const { rows } = await sql<{ content: string }>`
    select content from (
      select content, sender_id, sent_at from message where conv_id = ${conversationOf(realmId, members)}
      order by id desc limit 20
    ) m where sender_id = ${senderId} and sent_at > ${after}`.execute(db)
  return rows.map(({ content }) => content)
}
