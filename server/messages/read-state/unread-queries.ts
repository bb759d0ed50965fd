import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../kernel/db/database.ts'
import { runPlanned } from '../../kernel/db/planned.ts'
import {
  bornReadBy,
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

const MOST_UNREAD = 50_000

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
 */
export async function newestUnread(
  db: Db,
  realmId: number,
  { id: userId, isBot }: Pick<User, 'id' | 'isBot'>,
): Promise<Unread> {
  const statement = sql<UnreadGroup & { is_cut: boolean }>`
    with found as materialized (
      select m.id, m.topic_id, p.conv_id, ${sql.raw(MENTIONS_EVERYBODY)} as mentions_everybody, false as is_outside_mention
      from read_pos p
      join member r on r.user_id = p.user_id and r.conv_id = p.conv_id and r.to_seq is null
      cross join lateral (select max(hseq) as hseq from message where home_conv = p.conv_id) last
      cross join lateral (
        select c.chunk, b.bits
        from generate_series(${sql.raw(chunkOf('(p.upto + 1)'))}, ${sql.raw(chunkOf('last.hseq'))}) as c (chunk)
        left join read_bits b on b.user_id = p.user_id and b.conv_id = p.conv_id and b.chunk = c.chunk offset 0
      ) k
      cross join lateral (
        select id, sender_id, topic_id, conv_id, hseq, mflags from message m
        where m.home_conv = p.conv_id and m.hseq > p.upto
          and m.hseq between ${sql.raw(startOfChunk('k.chunk'))} and ${sql.raw(endOfChunk('k.chunk'))} offset 0
      ) m
      where p.user_id = ${userId} and ${sql.raw(NEVER_LEFT)}
        and coalesce(${sql.raw(markOf('k.bits', 'm.hseq'))}, 0) = 0
        and not (${sql.raw(bornReadBy('p.user_id'))} and not ${markedUnread(userId)})
        and m.id not in (select f.message_id from user_flag f where f.user_id = ${userId} and ${sql.raw(CAME_READ)})
      union all ${movedIn(realmId, userId)}
      ${isBot ? sql`union all ${outsideMention(realmId, userId)}` : sql``}
    ), left_out as materialized (
      select id from found order by id desc offset ${sql.lit(MOST_UNREAD)} limit 1
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
    select t.channel_id, t.name as topic, c.members, g.count, g.ids, g.mentions, g.wildcards,
      not g.is_outside_mention and coalesce(u.policy = 1, s.is_muted, false) as is_muted,
      exists (select from left_out) as is_cut
    from grouped g
    join conversation c on c.id = g.conv_id
    left join topic t on t.id = g.topic_id
    left join subscription s on s.user_id = ${userId} and s.channel_id = t.channel_id
    left join user_topic u on u.user_id = ${userId} and u.channel_id = t.channel_id and u.name_key = t.name_key`
  const { rows } = await runPlanned(db, isBot ? 'newest-unread-of-bot' : 'newest-unread', statement)
  return { groups: rows, isCut: rows[0]?.is_cut ?? false }
}

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
