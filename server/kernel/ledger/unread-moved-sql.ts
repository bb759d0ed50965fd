import { type RawBuilder, sql } from 'kysely'
import { CAME_WITH_ROW, has, markOf, marksAt, mayBeUnreadCopy, readByJoined } from './ledger-sql.ts'
import { USER_BIT } from './message-flags.ts'
import { fatesOf, keptByFate } from './moves-sql.ts'

/**
 * Messages above a person's read positions, without a mark, that were moved out of the channel in which the person
 * received them. As a table in parentheses. Everything that was moved below the positions is passed over.
 */
export const movedAbovePosition = (userId: number): RawBuilder<unknown> => sql`(
  select m.id from member r
  left join read_pos p on p.user_id = r.user_id and p.conv_id = r.conv_id
  cross join lateral (
    select m.id, m.hseq from message m
    where m.home_conv = r.conv_id and m.move_id is not null and m.hseq > greatest(r.from_hseq, p.upto)
      and (r.to_hseq is null or m.hseq <= r.to_hseq)
    offset 0
  ) m
  left join read_bits b on ${sql.raw(marksAt('r.user_id', 'r.conv_id'))}
  where r.user_id = ${userId} and coalesce(${sql.raw(markOf('b.bits', 'm.hseq'))}, 0) = 0)`

/**
 * Messages in these conversations that came from other channels and that the person has not read, as a table in
 * parentheses. Their positions and marks are those of the channel they were sent to. What a person got by a move came as
 * read, so it is unread only if they marked it so. Whether the person kept a message through its moves is decided once
 * for each move, because one move may bring ten thousand messages.
 */
export const unreadMoved = (
  realmId: number,
  userId: number,
  conversations: RawBuilder<number>,
): RawBuilder<unknown> => sql`(
  with recursive candidate as materialized (
    select id from ${movedAbovePosition(userId)} above
    union
    select message_id from user_flag where user_id = ${userId} and ${sql.raw(has('flags', USER_BIT.markedUnread))}
  ), moved as materialized (
    select m.id, m.topic_id, m.conv_id, m.sender_id, m.home_conv, m.hseq, m.mflags, m.move_id, f.flags
    from (select ${userId}::int as id) u
    cross join candidate x
    cross join lateral (
      select * from message where realm_id = ${realmId} and id = x.id and move_id is not null offset 0
    ) m
    left join user_flag f on f.user_id = u.id and f.message_id = m.id
    left join read_pos p on p.user_id = u.id and p.conv_id = m.home_conv
    left join read_bits b on ${sql.raw(marksAt('u.id', 'm.home_conv'))}
    where m.conv_id in (${conversations}) and not ${readByJoined('u.id')}
  ), ${fatesOf(realmId, userId, sql`select distinct move_id from moved`)}
  select m.* from moved m left join fate e on e.move_id = m.move_id cross join lateral (select m.flags) as f (flags)
  where ${keptByFate(userId)} or ${sql.raw(CAME_WITH_ROW)} or ${mayBeUnreadCopy(userId)})`

/** The conversations that somebody receives now. */
export const receivedNowBy = (userId: number): RawBuilder<number> =>
  sql`select r.conv_id from member r where r.user_id = ${userId} and r.to_seq is null`
