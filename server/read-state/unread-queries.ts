import { sql } from 'kysely'
import type { Db } from '../db/database.ts'
import {
  BORN_READ,
  CALLS_EVERYBODY,
  has,
  isMention,
  isSummons,
  lacks,
  markOf,
  marksAt,
  readBy,
} from '../messages/ledger-sql.ts'
import { USER_BIT } from '../messages/message-flags.ts'
import type { User } from '../realm-state/user.ts'

export interface UnreadMessage {
  readonly id: number
  readonly sender_id: number
  readonly channel_id: number | null
  readonly topic: string | null
  readonly members: number[] | null
  readonly is_muted: boolean
  readonly mentioned: boolean
}

/** Of `f`, which few messages have. */
const OWN_FLAGS = 'coalesce(f.flags, 0)'

/**
 * The newest unread messages of a person, and one more than asked for when there are more. LATERAL with OFFSET 0 keeps
 * the planner from joining the whole message table: it looks into each conversation above the position only.
 */
export async function newestUnread(
  db: Db,
  { id: userId, isBot }: Pick<User, 'id' | 'isBot'>,
  most: number,
): Promise<UnreadMessage[]> {
  const { rows } = await sql<UnreadMessage>`
    select m.id, m.sender_id, t.channel_id, t.name as topic, c.members, coalesce(s.is_muted, false) as is_muted,
      ${sql.raw(isMention(OWN_FLAGS, CALLS_EVERYBODY))} as mentioned
    from read_pos p
    join conversation c on c.id = p.conv_id
    join member r on r.user_id = p.user_id and r.conv_id = p.conv_id and r.to_seq is null
    cross join lateral (
      select id, sender_id, topic_id, conv_id, hseq, mflags from message m
      where m.home_conv = p.conv_id and m.hseq > p.upto offset 0
    ) m
    left join read_bits b on ${sql.raw(marksAt('p.user_id', 'p.conv_id'))}
    left join user_flag f on f.user_id = p.user_id and f.message_id = m.id
    left join topic t on t.id = m.topic_id
    left join subscription s on s.user_id = p.user_id and s.channel_id = t.channel_id
    where p.user_id = ${userId}
      and coalesce(${sql.raw(markOf('b.bits', 'm.hseq'))}, 0) = 0
      and not (m.sender_id = ${userId} and ${sql.raw(BORN_READ)} and ${sql.raw(lacks(OWN_FLAGS, USER_BIT.markedUnread))})
    ${isBot ? sql`union all ${summoned(userId)}` : sql``}
    order by id desc limit ${most + 1}`.execute(db)
  return rows
}

/** Where a bot was called without being in the channel, it has no position. */
const summoned = (userId: number) => sql`
  select m.id, m.sender_id, t.channel_id, t.name, null, false, true
  from user_flag f join message m on m.id = f.message_id join topic t on t.id = m.topic_id
  where f.user_id = ${userId} and ${sql.raw(isSummons('f.flags'))} and not ${readBy(userId)}`

export async function starredIds(db: Db, userId: number): Promise<number[]> {
  const { rows } = await sql<{ message_id: number }>`
    select message_id from user_flag where user_id = ${userId} and ${sql.raw(has('flags', USER_BIT.starred))}
    order by message_id`.execute(db)
  return rows.map((row) => row.message_id)
}

/** The direct-message conversations somebody took part in lately, newest first. */
export async function recentConversations(
  db: Db,
  userId: number,
  most: number,
): Promise<{ members: number[]; last: number }[]> {
  const { rows } = await sql<{ members: number[]; last: number }>`
    select c.members, c.last_message_id as last
    from member r join conversation_head c on c.id = r.conv_id
    where r.user_id = ${userId} and c.members is not null and c.last_message_id is not null
    order by c.last_message_id desc limit ${most}`.execute(db)
  return rows
}
