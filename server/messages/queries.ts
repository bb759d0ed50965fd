import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../db/database.ts'

/** `r`, an interval of somebody on the home of `m`, contains its address. */
const containsAddress = sql`r.conv_id = m.home_conv
    and r.from_hseq < m.hseq and (r.to_hseq is null or m.hseq <= r.to_hseq)`

const inInterval = (userId: number): RawBuilder<boolean> => sql`exists (
  select 1 from member r where r.user_id = ${userId} and ${containsAddress})`

/** `m` was received: an interval of the person on its home contains its address, or a row of their own says so. */
export const receivedBy = (userId: number): RawBuilder<boolean> => sql`(
  ${inInterval(userId)}
  or exists (select 1 from user_flag r where r.user_id = ${userId} and r.message_id = m.id))`

/** The same beside `f`, the person's row: one that is not historical was written when the message came (a called bot). */
export const receivedBeside = (userId: number): RawBuilder<boolean> => sql`(
  ${inInterval(userId)}
  or coalesce(f.flags & 8 = 0, false))`

/** `f` is a copy of the person's own, in a conversation that they receive by now: it may have been marked unread. */
const mayBeUnreadCopy = (userId: number): RawBuilder<boolean> => sql`(
  coalesce(f.flags & 8 <> 0, false) and ${receivesNow(userId)})`

/** Whoever receives nothing any more has read everything. */
const receivesNow = (userId: number): RawBuilder<boolean> => sql`exists (
  select 1 from member r where r.user_id = ${userId} and r.conv_id = m.home_conv and r.to_seq is null)`

/** `m` is read by the person: below their position, marked above it, or read at birth. */
export const readBy = (userId: number): RawBuilder<boolean> => sql`(
  exists (select 1 from read_pos p where p.user_id = ${userId} and p.conv_id = m.home_conv and m.hseq <= p.upto)
  or exists (select 1 from read_bits b where b.user_id = ${userId} and b.conv_id = m.home_conv
    and b.chunk = m.hseq >> 10 and get_bit(b.bits, m.hseq & 1023) = 1)
  or (m.sender_id = ${userId} and m.mflags & 4 <> 0 and not exists (
    select 1 from user_flag f where f.user_id = ${userId} and f.message_id = m.id and f.flags & 64 <> 0)))`

/** `m` is unread by the person: received and not read, or a copy of their own that was marked so. */
export const unreadBy = (userId: number): RawBuilder<boolean> => sql`(not ${readBy(userId)} and (
  ${inInterval(userId)}
  or exists (select 1 from user_flag f where f.user_id = ${userId} and f.message_id = m.id
    and (f.flags & 8 = 0 or ${receivesNow(userId)}))))`

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
      select r.user_id from message m join member r on ${containsAddress} where m.id = ${messageId}
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
