import { type RawBuilder, sql } from 'kysely'
import {
  bornRead,
  CAME_READ,
  CONTAINS_ADDRESS,
  chunkOf,
  endOfChunk,
  HAS_LEFT,
  has,
  hasUnreadRow,
  markOf,
  readBy,
  startOfChunk,
} from './ledger-sql.ts'
import { USER_BIT } from './message-flags.ts'
import { fatesOf, keptByFateIf } from './moves-sql.ts'

const COLUMNS = sql.raw('m.id, m.topic_id, m.conv_id, m.sender_id, m.home_conv, m.hseq, m.mflags, m.move_id')

/** `m` was moved, which is the condition of `message_moved_home`, and is in `r`, an interval of a person, above their position `p`. */
const MOVED_ABOVE = `m.home_conv = r.conv_id and coalesce(m.move_id, 0) <> 0 and m.hseq > greatest(r.from_hseq, p.upto)
  and (r.to_hseq is null or m.hseq <= r.to_hseq)`

/** The chunk of the first or the last of these messages. */
const chunkOfMoved = (order: 'asc' | 'desc'): RawBuilder<number> => sql`(
  select ${sql.raw(chunkOf('m.hseq'))} from message m where ${sql.raw(MOVED_ABOVE)} order by m.hseq ${sql.raw(order)} limit 1)`

/**
 * Messages above a person's read positions, without a mark, that were moved out of the channel in which the person
 * received them. As a table in parentheses. Everything that was moved below the positions is skipped. Marks are read
 * once for each chunk.
 */
export const movedAbovePosition = (userId: number): RawBuilder<unknown> => sql`(
  select m.* from member r
  left join read_pos p on p.user_id = r.user_id and p.conv_id = r.conv_id
  cross join lateral (
    select c.chunk, b.bits
    from generate_series(${chunkOfMoved('asc')}, ${chunkOfMoved('desc')}) as c (chunk)
    left join lateral (
      select bits from read_bits where user_id = r.user_id and conv_id = r.conv_id and chunk = c.chunk offset 0
    ) b on true offset 0
  ) k
  cross join lateral (
    select m.realm_id, ${COLUMNS} from message m where ${sql.raw(MOVED_ABOVE)}
      and m.hseq between ${sql.raw(startOfChunk('k.chunk'))} and ${sql.raw(endOfChunk('k.chunk'))} offset 0
  ) m
  where r.user_id = ${userId} and coalesce(${sql.raw(markOf('k.bits', 'm.hseq'))}, 0) = 0)`

/**
 * Messages in these conversations that came from other channels and that the person has not read, as a table in
 * parentheses. Their positions and marks are those of the channel they were sent to. What a person got by a move came as
 * read, so it is unread only if they marked it so. Whether the person kept a message through its moves is decided once
 * for each move, because one move may bring ten thousand messages. For the same reason nothing is looked up for each
 * message that is above a position: where it was received is known there, and rows of the person are read only for what
 * they marked unread and for what the moves took from them.
 */
export const unreadMoved = (
  realmId: number,
  userId: number,
  conversations: RawBuilder<number>,
): RawBuilder<unknown> => {
  // Not a join, for which the planner may compare each message with each conversation.
  const isThere = sql`coalesce(m.conv_id in (${conversations}), false)`
  return sql`(
  with marked as materialized (
    select message_id as id from user_flag
    where user_id = ${userId} and ${sql.raw(has('flags', USER_BIT.markedUnread))}
  ), moved as materialized (
    select ${COLUMNS}, true as was_received from ${movedAbovePosition(userId)} m
    where m.realm_id = ${realmId} and ${isThere} and not ${bornRead(userId)}
      and m.id not in (select id from marked)
      and m.id not in (select f.message_id from user_flag f where f.user_id = ${userId} and ${sql.raw(CAME_READ)})
    union all
    select ${COLUMNS}, exists (select from member r where r.user_id = ${userId} and ${sql.raw(CONTAINS_ADDRESS)})
    from marked f cross join lateral (
      select * from message where realm_id = ${realmId} and id = f.id offset 0
    ) m
    where ${sql.raw(HAS_LEFT)} and ${isThere} and not ${readBy(userId)}
  ), ${fatesOf(userId, sql`select distinct move_id from moved`)}
  select m.* from moved m left join fate e on e.move_id = m.move_id
  where ${keptByFateIf(sql`m.was_received`)} or ${hasUnreadRow(userId)})`
}

/** The conversations that somebody receives now. */
export const receivedNowBy = (userId: number): RawBuilder<number> =>
  sql`select r.conv_id from member r where r.user_id = ${userId} and r.to_seq is null`
