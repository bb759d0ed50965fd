import { type RawBuilder, sql } from 'kysely'
import type { OwnPolicy } from '../../channels/user-topics/policy.ts'
import type { Db } from '../../kernel/db/database.ts'
import { receivedBy } from '../../kernel/ledger/ledger-sql.ts'
import { DAY, type Days, idleSince } from './digest-days.ts'

export interface StoredSettings {
  readonly isEnabled: boolean | null
  readonly weekday: number | null
  readonly searchedDay: number | null
}

/** What decides whether an organization is searched, without loading it. Null: the default. */
export async function storedSettings(db: Db, realmId: number): Promise<StoredSettings | undefined> {
  const { rows } = await sql<StoredSettings>`
    select (r.settings->>'digest_emails_enabled')::boolean as "isEnabled",
      (r.settings->>'digest_weekday')::int as weekday, s.day as "searchedDay"
    from realm r left join digest_search s on s.realm_id = r.id where r.id = ${realmId}`.execute(db)
  return rows[0]
}

export async function finishSearch(db: Db, realmId: number, day: number): Promise<void> {
  await sql`
    insert into digest_search (realm_id, day) values (${realmId}, ${day})
    on conflict (realm_id) do update set day = excluded.day`.execute(db)
}

/**
 * When `a`, who may have presence `p`, was last here. People who do not share their presence are known by their browsers,
 * what they wrote, and the queues of their clients.
 */
const lastHere = (now: number): RawBuilder<number> => sql`greatest(a.date_joined, p.active_at,
  (select max(s.last_used_at) from session s where s.user_id = a.id),
  (select m.sent_at from message m where m.sender_id = a.id order by m.id desc limit 1),
  case when a.settings->>'presence_enabled' = 'false'
    and exists (select from event_queue q where q.user_id = a.id) then ${now}::bigint end)`

export interface AwayPerson {
  readonly id: number
  readonly activeAt: number
}

const isTold = (day: number): RawBuilder<boolean> => sql`d.day between ${day - 6} and ${day}`

/** The next people by id who are away and had no digest in the last week. */
export async function peopleAway(
  db: Db,
  realmId: number,
  { after, now, day, most }: { after: number; now: number; day: number; most: number },
): Promise<AwayPerson[]> {
  const { rows } = await sql<AwayPerson>`
    select a.id, h.at as "activeAt" from account a left join presence p on p.user_id = a.id
    cross join lateral (select ${lastHere(now)} as at) h
    where a.realm_id = ${realmId} and a.id > ${after} and a.is_active and not a.is_bot and not a.is_imported_stub
      and a.date_joined <= ${idleSince(now)} and (p.active_at is null or p.active_at <= ${idleSince(now)})
      and not exists (select from digest_mail d where d.user_id = a.id and ${isTold(day)})
      and h.at <= ${idleSince(now)}
    order by a.id limit ${most}`.execute(db)
  return rows
}

export async function lastHereOf(db: Db, realmId: number, userId: number, now: number): Promise<number | undefined> {
  const { rows } = await sql<{ at: number }>`
    select ${lastHere(now)} as at from account a left join presence p on p.user_id = a.id
    where a.realm_id = ${realmId} and a.id = ${userId}`.execute(db)
  return rows[0]?.at
}

/** Notes the digests of today. Returns those of these people who had none in the last week. */
export async function markTold(db: Db, realmId: number, userIds: readonly number[], day: number): Promise<Set<number>> {
  const { rows } = await sql<{ user_id: number }>`
    insert into digest_mail as d (user_id, realm_id, day)
    select id, ${realmId}, ${day} from unnest(${userIds}::int[]) as id
    on conflict (user_id) do update set day = excluded.day where not (${isTold(day)})
    returning user_id`.execute(db)
  return new Set(rows.map((row) => row.user_id))
}

/** What people have written in a topic in a number of days. */
export interface TopicFigure {
  readonly channelId: number
  readonly topicId: number
  readonly messages: number
  readonly senders: number
  /** Those who wrote most. */
  readonly senderIds: readonly number[]
}

const SENDERS_NAMED = sql.raw('6')

/** The busiest topics of channels, for each number of days: those with most senders, and those with most messages. */
export async function busiestTopics(
  db: Db,
  channelIds: readonly number[],
  { firstId, now, most }: { firstId: number; now: number; most: number },
): Promise<(TopicFigure & { readonly days: Days })[]> {
  const since = (days: Days) => now - days * DAY
  const { rows } = await sql<TopicFigure & { days: Days }>`
    with sent as (
      select c.id as channel_id, m.topic_id, m.sender_id,
        count(*) filter (where m.sent_at >= ${since(5)}) as d5, count(*) filter (where m.sent_at >= ${since(6)}) as d6,
        count(*) as d7
      from channel c join message m on m.conv_id = c.conv_id and m.id >= ${firstId} and m.sent_at >= ${since(7)}
      join account a on a.id = m.sender_id and not a.is_bot
      where c.id = any(${channelIds}::int[]) group by c.id, m.topic_id, m.sender_id
    ), figure as (
      select channel_id, topic_id, w.days, sum(w.sent)::int as messages, count(*)::int as senders,
        (array_agg(sender_id order by w.sent desc, sender_id))[1:${SENDERS_NAMED}] as sender_ids
      from sent cross join lateral (values (5, d5), (6, d6), (7, d7)) as w (days, sent)
      where w.sent > 0 group by channel_id, topic_id, w.days
    ), ranked as (
      select *, row_number() over (partition by channel_id, days order by senders desc, messages desc, topic_id) as one,
        row_number() over (partition by channel_id, days order by messages desc, senders desc, topic_id) as two
      from figure
    )
    select channel_id as "channelId", topic_id as "topicId", days, messages, senders, sender_ids as "senderIds"
    from ranked where one <= ${most} or two <= ${most}`.execute(db)
  return rows
}

/** The same of some topics, counting only what somebody has received. */
export async function figuresFor(
  db: Db,
  userId: number,
  topicIds: readonly number[],
  { firstId, since }: { firstId: number; since: number },
): Promise<Omit<TopicFigure, 'channelId'>[]> {
  if (topicIds.length === 0) return []
  const { rows } = await sql<Omit<TopicFigure, 'channelId'>>`
    select topic_id as "topicId", sum(sent)::int as messages, count(*)::int as senders,
      (array_agg(sender_id order by sent desc, sender_id))[1:${SENDERS_NAMED}] as "senderIds"
    from (
      select m.topic_id, m.sender_id, count(*) as sent
      from message m join account a on a.id = m.sender_id and not a.is_bot
      where m.topic_id = any(${topicIds}::int[]) and m.id >= ${firstId} and m.sent_at >= ${since} and ${receivedBy(userId)}
      group by m.topic_id, m.sender_id
    ) s group by topic_id`.execute(db)
  return rows
}

export interface OwnTopic {
  readonly userId: number
  readonly topicId: number
  readonly policy: OwnPolicy
}

/** What these people have set for these topics. */
export async function policiesOf(db: Db, userIds: readonly number[], topicIds: readonly number[]): Promise<OwnTopic[]> {
  const { rows } = await sql<OwnTopic>`
    select u.user_id as "userId", t.id as "topicId", u.policy from topic t
    join user_topic u on u.channel_id = t.channel_id and u.name_key = t.name_key
    where t.id = any(${topicIds}::int[]) and u.user_id = any(${userIds}::int[])`.execute(db)
  return rows
}

/** Which of these channels these people have left. */
export async function channelsLeft(
  db: Db,
  userIds: readonly number[],
  channelIds: readonly number[],
): Promise<{ readonly userId: number; readonly channelId: number }[]> {
  const { rows } = await sql<{ userId: number; channelId: number }>`
    select user_id as "userId", channel_id as "channelId" from subscription
    where user_id = any(${userIds}::int[]) and channel_id = any(${channelIds}::int[]) and not active`.execute(db)
  return rows
}

/** Where topics are now. Those that are gone are left out. */
export async function placesOf(db: Db, realmId: number, topicIds: readonly number[]) {
  const { rows } = await sql<{ id: number; channelId: number; name: string }>`
    select t.id, t.channel_id as "channelId", t.name from topic t join channel c on c.id = t.channel_id
    where c.realm_id = ${realmId} and t.id = any(${topicIds}::int[])`.execute(db)
  return rows
}

export interface ReadableTopic {
  readonly id: number
  /** Whether the person may read all of it, or only what they received. */
  readonly isShared: boolean
}

/** The first messages of people in these topics that somebody may read. */
export async function firstMessages(
  db: Db,
  userId: number,
  topics: readonly ReadableTopic[],
  { firstId, since, mutedIds, most }: { firstId: number; since: number; mutedIds: readonly number[]; most: number },
): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select first.id
    from unnest(${topics.map(({ id }) => id)}::int[], ${topics.map(({ isShared }) => isShared)}::boolean[])
      as w (topic_id, is_shared)
    cross join lateral (
      select m.id from message m join account a on a.id = m.sender_id and not a.is_bot
      where m.topic_id = w.topic_id and m.id >= ${firstId} and m.sent_at >= ${since}
        and m.sender_id <> all(${mutedIds}::int[]) and (w.is_shared or ${receivedBy(userId)})
      order by m.id limit ${most}
    ) first`.execute(db)
  return rows.map((row) => row.id)
}
