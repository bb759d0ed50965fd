import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../kernel/db/database.ts'
import { runPlanned } from '../../kernel/db/planned.ts'
import {
  bornRead,
  CAME_READ,
  chunkOf,
  endOfChunk,
  has,
  isOutsideMention,
  MENTIONS_EVERYBODY,
  markOf,
  NEVER_LEFT,
  readBy,
  startOfChunk,
} from '../../kernel/ledger/ledger-sql.ts'
import { USER_BIT } from '../../kernel/ledger/message-flags.ts'
import { receivedNowBy, unreadMoved } from '../../kernel/ledger/unread-moved-sql.ts'
import type { User } from '../../kernel/realm-state/user.ts'
import { unreadLimits } from './unread-limits.ts'

/** Unread messages of one topic or one conversation, ascending. */
export interface UnreadGroup {
  readonly channel_id: number | null
  readonly topic: string | null
  readonly members: number[] | null
  readonly is_muted: boolean
  readonly count: number
  /** The ids as JSON without brackets. The answer contains them as they are: fifty thousand need not be parsed. */
  readonly ids: string
  /** The ids of those that mention the person by name or by a group. */
  readonly mentions: number[] | null
  /** The ids of the others that mention everybody in the channel or the topic. */
  readonly wildcards: number[] | null
}

export interface Unread {
  readonly groups: readonly UnreadGroup[]
  /** True if there are older ones too. */
  readonly isCut: boolean
}

/**
 * The newest unread messages of a person. LATERAL with OFFSET 0 keeps the planner from joining the whole message table,
 * so it reads each conversation only above the read position, and read marks once for each chunk instead of each
 * message. Topics and rare flags are looked up per group and for the few affected messages.
 *
 * Chunks whose messages are all too old are not read. How many messages of a chunk are unread is only estimated before,
 * so if the newer ones turn out to be too few, the older ones are read as well.
 */
export async function newestUnread(
  db: Db,
  realmId: number,
  { id: userId, isBot }: Pick<User, 'id' | 'isBot'>,
): Promise<Unread> {
  const { most, enough } = unreadLimits
  const statement = sql<UnreadGroup & { is_cut: boolean }>`
    with place as materialized (${placesOf(userId)}), bound as materialized (
      select case when sum(unread) > ${enough} then coalesce((
        select id from (
          select first.id, sum(p.unread) over (order by first.id desc) as newer
          from place p cross join lateral (
            select id from message m where ${sql.raw(IN_PLACE)} order by m.hseq limit 1
          ) first
        ) started where newer > ${enough} order by id desc limit 1), 0) else 0 end as id
      from place
    ), recent as materialized (
      ${unreadThere(userId, sql`m.id >= (select id from bound)`)} and (
        (select id from bound) = 0 or (select m.id from message m where ${sql.raw(IN_PLACE)} order by m.hseq desc limit 1)
          >= (select id from bound))
    ), found as materialized (
      select * from recent
      union all ${unreadThere(userId, sql`m.id < (select id from bound)`)}
        and (select id from bound) > 0 and (select count(*) from recent) <= ${most}
      union all ${movedIn(realmId, userId)}
      ${isBot ? sql`union all ${outsideMention(realmId, userId)}` : sql``}
    ), left_out as materialized (
      select id from found order by id desc offset ${most} limit 1
    ), newest as materialized (
      select * from found where id > coalesce((select id from left_out), 0)
    ), mention as materialized (
      select f.message_id as id from user_flag f
      where f.user_id = ${userId} and ${sql.raw(has('f.flags', USER_BIT.mentioned))}
    ), wildcard as materialized (
      select f.message_id as id from user_flag f
      where f.user_id = ${userId} and ${sql.raw(has('f.flags', USER_BIT.topicWildcard))}
      union
      select id from newest n where mentions_everybody and not exists (
        select from user_flag f
        where f.user_id = ${userId} and f.message_id = n.id and ${sql.raw(has('f.flags', USER_BIT.historical))})
    ), grouped as materialized (
      select conv_id, topic_id, is_outside_mention, count(*)::int as count,
        string_agg(id::text, ',' order by id) as ids,
        json_agg(id order by id) filter (where id in (select id from mention)) as mentions,
        json_agg(id order by id)
          filter (where id in (select id from wildcard) and id not in (select id from mention)) as wildcards
      from newest group by conv_id, topic_id, is_outside_mention
    )
    select t.channel_id, t.name as topic, g.count, g.ids, g.mentions, g.wildcards,
      case when g.topic_id is null then (select members from conversation where id = g.conv_id) end as members,
      not g.is_outside_mention and coalesce(u.policy = 1, s.is_muted, false) as is_muted,
      exists (select from left_out) as is_cut
    from grouped g
    left join topic t on t.id = g.topic_id
    left join subscription s on s.user_id = ${userId} and s.channel_id = t.channel_id
    left join user_topic u on u.user_id = ${userId} and u.channel_id = t.channel_id and u.name_key = t.name_key`
  const { rows } = await runPlanned(db, isBot ? 'newest-unread-of-bot' : 'newest-unread', statement)
  return { groups: rows, isCut: rows[0]?.is_cut ?? false }
}

/** The chunks of conversations above a person's read positions, with their marks. */
const placesOf = (userId: number) => sql`
  select p.conv_id, p.upto, k.chunk, k.bits,
    least(last.hseq, ${sql.raw(endOfChunk('k.chunk'))}) - greatest(p.upto, ${sql.raw(startOfChunk('k.chunk'))} - 1)
      - coalesce(bit_count(k.bits), 0) as unread
  from read_pos p
  join member r on r.user_id = p.user_id and r.conv_id = p.conv_id and r.to_seq is null
  cross join lateral (select max(hseq) as hseq from message where home_conv = p.conv_id) last
  cross join lateral (
    select c.chunk, b.bits
    from generate_series(${sql.raw(chunkOf('(p.upto + 1)'))}, ${sql.raw(chunkOf('last.hseq'))}) as c (chunk)
    left join read_bits b on b.user_id = p.user_id and b.conv_id = p.conv_id and b.chunk = c.chunk offset 0
  ) k
  where p.user_id = ${userId} and last.hseq > p.upto`

/** `m` was sent to the chunk `p`, above the read position. */
const IN_PLACE = `m.home_conv = p.conv_id and m.hseq > p.upto
  and m.hseq between ${startOfChunk('p.chunk')} and ${endOfChunk('p.chunk')}`

/** Those of a part of the messages of all chunks that are unread and never left. */
const unreadThere = (userId: number, part: RawBuilder<unknown>) => sql`
  select m.id, m.topic_id, p.conv_id, ${sql.raw(MENTIONS_EVERYBODY)} as mentions_everybody, false as is_outside_mention
  from place p cross join lateral (
    select id, sender_id, topic_id, hseq, mflags from message m where ${sql.raw(IN_PLACE)} and ${part} offset 0
  ) m
  where ${sql.raw(NEVER_LEFT)} and coalesce(${sql.raw(markOf('p.bits', 'm.hseq'))}, 0) = 0
    and not (${bornRead(userId)} and not ${markedUnread(userId)})
    and m.id not in (select f.message_id from user_flag f where f.user_id = ${userId} and ${sql.raw(CAME_READ)})`

const markedUnread = (userId: number) => sql`exists (
  select from user_flag f
  where f.user_id = ${userId} and f.message_id = m.id and ${sql.raw(has('f.flags', USER_BIT.markedUnread))})`

const movedIn = (realmId: number, userId: number) => sql`
  select m.id, m.topic_id, m.conv_id, ${sql.raw(MENTIONS_EVERYBODY)}, false
  from ${unreadMoved(realmId, userId, receivedNowBy(userId))} m`

/** A bot that was mentioned outside of its channels has no read position there. */
const outsideMention = (realmId: number, userId: number) => sql`
  select m.id, m.topic_id, m.home_conv, false, true
  from user_flag f join message m on m.realm_id = ${realmId} and m.id = f.message_id
  where f.user_id = ${userId} and ${sql.raw(isOutsideMention('f.flags'))} and not ${readBy(userId)}`

export const selectStarred = (userId: number): RawBuilder<{ message_id: number }> => sql`
  select message_id from user_flag where user_id = ${userId} and ${sql.raw(has('flags', USER_BIT.starred))}
  order by message_id`

const MOST_CONVERSATIONS = 1_000

/** The recent direct-message conversations of a person, newest first. */
export const selectRecentConversations = (userId: number): RawBuilder<{ members: number[]; last: number }> => sql`
  select c.members, c.last_message_id as last
  from member r join conversation_head c on c.id = r.conv_id
  where r.user_id = ${userId} and c.members is not null and c.last_message_id is not null
  order by c.last_message_id desc limit ${sql.lit(MOST_CONVERSATIONS)}`
