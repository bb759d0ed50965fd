import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../db/database.ts'
import { CONTAINS_ADDRESS, mayBeUnreadCopy, readBy, receivedBeside } from './ledger-sql.ts'

export interface MessageRow {
  readonly id: number
  readonly sender_id: number
  readonly conv_id: number
  readonly channel_id: number | null
  readonly topic: string | null
  readonly members: number[] | null
  readonly mflags: number
  readonly sent_at: number
  readonly client: string
  readonly content: string
  readonly rendered: string
  readonly reactions: { user_id: number; kind: number; emoji_code: string; emoji_name: string }[] | null
  readonly received: boolean
  readonly is_read: boolean
  readonly flags: number | null
}

/** Messages by their ids, each with what the viewer's flags are made of. Nothing is checked here. */
export async function loadMessages(
  db: Db,
  realmId: number,
  userId: number,
  ids: readonly number[],
): Promise<MessageRow[]> {
  if (ids.length === 0) return []
  const { rows } = await sql<MessageRow>`
    select m.id, m.sender_id, m.conv_id, t.channel_id, t.name as topic, c.members, m.mflags, m.sent_at, m.client, m.content,
      m.rendered, x.reactions, f.flags,
      ${receivedBeside(userId)} as received,
      ${readBy(userId)} or not (${receivedBeside(userId)} or ${mayBeUnreadCopy(userId)}) as is_read
    from message m
    join conversation c on c.id = m.conv_id
    left join topic t on t.id = m.topic_id
    left join user_flag f on f.user_id = ${userId} and f.message_id = m.id
    left join lateral (
      select json_agg(json_build_object('user_id', user_id, 'kind', kind, 'emoji_code', emoji_code, 'emoji_name', emoji_name)
        order by id) as reactions
      from reaction where message_id = m.id
    ) x on true
    where m.id = any(${ids}::bigint[]) and m.realm_id = ${realmId}
    order by m.id`.execute(db)
  return rows
}

/** Everybody who received a message, whether or not they may still read it. */
export async function receiversOf(db: Db, messageId: number): Promise<ReadonlySet<number>> {
  const { rows } = await sql<{ ids: number[] }>`
    select array(
      select r.user_id from message m join member r on ${sql.raw(CONTAINS_ADDRESS)} where m.id = ${messageId}
      union select user_id from user_flag where message_id = ${messageId}
    ) as ids`.execute(db)
  return new Set(rows[0]!.ids)
}

export interface Range {
  /** Ids below it, newest first, at most `before`; then the ids from it on, at most `from`. */
  readonly anchor: number
  readonly before: number
  readonly from: number
}

/** The ids around an anchor among messages that meet a condition on `m` (and `t`, its topic). */
export async function idsAround(
  db: Db,
  source: RawBuilder<unknown>,
  { anchor, before, from }: Range,
): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    (select m.id from ${source} and m.id < ${anchor} order by m.id desc limit ${before})
    union all
    (select m.id from ${source} and m.id >= ${anchor} order by m.id limit ${from})
    order by 1`.execute(db)
  return rows.map((row) => row.id)
}

export async function oneId(db: Db, query: RawBuilder<{ id: number }>): Promise<number | undefined> {
  const { rows } = await query.execute(db)
  return rows[0]?.id
}
