import { type RawBuilder, sql } from 'kysely'
import { CAME_WITH_ROW, CONTAINS_ADDRESS, marksAt, mayBeUnreadCopy, readByJoined } from './ledger-sql.ts'

/**
 * Messages in these conversations that came from other channels and that the person has not read, as a table in
 * parentheses. Their positions and marks are those of the channel they were sent to. Whether the person kept a message
 * through its moves is decided once for each move, because one move may bring ten thousand messages.
 */
export const unreadMoved = (userId: number, conversations: RawBuilder<number>): RawBuilder<unknown> => sql`(
  with recursive moved as materialized (
    select m.id, m.topic_id, m.conv_id, m.sender_id, m.home_conv, m.hseq, m.mflags, m.move_id, f.flags
    from (select ${userId}::int as id) u
    cross join message m
    left join user_flag f on f.user_id = u.id and f.message_id = m.id
    left join read_pos p on p.user_id = u.id and p.conv_id = m.home_conv
    left join read_bits b on ${sql.raw(marksAt('u.id', 'm.home_conv'))}
    where m.conv_id in (${conversations}) and m.move_id is not null and not ${readByJoined('u.id')}
  ), chain as (
    select v.id as last, v.to_conv, v.at_seq, v.gains, v.prev, v.depth
    from (select distinct move_id from moved) n join move v on v.id = n.move_id
    union all
    select c.last, v.to_conv, v.at_seq, v.gains, v.prev, v.depth from chain c join move v on v.id = c.prev
  ), kept as (
    select last, max(depth) filter (where gains) as gained, max(depth) filter (where not exists (
      select from member r where r.user_id = ${userId} and r.conv_id = c.to_conv
        and r.from_seq < c.at_seq and (r.to_seq is null or c.at_seq <= r.to_seq))) as lost
    from chain c group by last
  )
  select m.* from moved m join kept k on k.last = m.move_id cross join lateral (select m.flags) as f (flags)
  where k.gained > coalesce(k.lost, 0)
    or (k.lost is null and exists (
      select from member r where r.user_id = ${userId} and ${sql.raw(CONTAINS_ADDRESS)}))
    or ${sql.raw(CAME_WITH_ROW)}
    or ${mayBeUnreadCopy(userId)})`

/** The conversations that somebody receives now. */
export const receivedNowBy = (userId: number): RawBuilder<number> =>
  sql`select r.conv_id from member r where r.user_id = ${userId} and r.to_seq is null`
