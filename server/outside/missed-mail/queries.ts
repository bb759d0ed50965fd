import { sql } from 'kysely'
import type { Db } from '../../kernel/db/database.ts'
import type { Tables } from '../../kernel/db/tables.ts'
import { has } from '../../kernel/ledger/ledger-sql.ts'
import { USER_BIT } from '../../kernel/ledger/message-flags.ts'

declare module '../../kernel/db/tables.ts' {
  interface Tables {
    /** What somebody gets a mail about, unless they read it first. */
    missed_message: { user_id: number; message_id: number; realm_id: number; reason: string }
    /** Messages up to this id were searched for such. */
    missed_mail_position: { realm_id: number; upto: number }
    /** Where somebody answers mail about missed messages. */
    reply_address: { token: string; realm_id: number; user_id: number; message_id: number; expires_at: number }
  }
}

/** Organizations with messages that were not searched yet. One statement for all of them. */
export async function unsearchedRealms(db: Db): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select r.id from realm r left join missed_mail_position p on p.realm_id = r.id
    where not r.deactivated
      and (select max(m.id) from message m where m.realm_id = r.id) > coalesce(p.upto, 0)`.execute(db)
  return rows.map((row) => row.id)
}

export interface NewMessage {
  readonly id: number
  readonly sender_id: number
  readonly mflags: number
  readonly sent_at: number
  /** Only a channel message has it. */
  readonly channel_id: number | null
  readonly topic_key: string | null
  /** The people of a direct message. */
  readonly members: readonly number[] | null
}

export async function searchedUpTo(db: Db, realmId: number): Promise<number> {
  const row = await db
    .selectFrom('missed_mail_position')
    .select('upto')
    .where('realm_id', '=', realmId)
    .executeTakeFirst()
  return row?.upto ?? 0
}

export async function messagesAfter(db: Db, realmId: number, after: number, most: number): Promise<NewMessage[]> {
  const { rows } = await sql<NewMessage>`
    select m.id, m.sender_id, m.mflags, m.sent_at, t.channel_id, t.name_key as topic_key, c.members
    from message m join conversation c on c.id = m.conv_id left join topic t on t.id = m.topic_id
    where m.realm_id = ${realmId} and m.id > ${after} order by m.id limit ${most}`.execute(db)
  return rows
}

/** Does nothing if another node was faster. */
export async function moveSearch(db: Db, realmId: number, from: number, to: number): Promise<void> {
  await sql`
    insert into missed_mail_position as p (realm_id, upto) values (${realmId}, ${to})
    on conflict (realm_id) do update set upto = excluded.upto where p.upto = ${from}`.execute(db)
}

export interface MentionRow {
  readonly user_id: number
  readonly message_id: number
  readonly flags: number
}

export async function mentionsIn(db: Db, ids: readonly number[]): Promise<MentionRow[]> {
  const { rows } = await sql<MentionRow>`
    select user_id, message_id, flags from user_flag
    where message_id = any(${ids}::bigint[])
      and ${sql.raw(has('flags', USER_BIT.mentioned | USER_BIT.topicWildcard))}`.execute(db)
  return rows
}

export interface ChannelChoice {
  readonly user_id: number
  readonly channel_id: number
  /** Null inherits the setting of the person. */
  readonly email_notifications: boolean | null
  readonly wildcard_mentions_notify: boolean | null
}

/** What people have chosen for these channels, where it differs from what they chose for all. */
export async function choicesFor(db: Db, channelIds: readonly number[]): Promise<ChannelChoice[]> {
  const { rows } = await sql<ChannelChoice>`
    select user_id, channel_id, email_notifications, wildcard_mentions_notify from subscription
    where channel_id = any(${channelIds}::int[]) and active
      and (email_notifications is not null or wildcard_mentions_notify is not null)`.execute(db)
  return rows
}

export interface TopicChoice {
  readonly user_id: number
  readonly channel_id: number
  readonly name_key: string
  readonly policy: number
  /** The message by which the person got the policy. */
  readonly set_by: number | null
}

/** What people have set for these topics. */
export async function policiesIn(
  db: Db,
  realmId: number,
  topics: readonly { readonly channelId: number; readonly key: string }[],
): Promise<TopicChoice[]> {
  const { rows } = await sql<TopicChoice>`
    select u.user_id, u.channel_id, u.name_key, u.policy, u.set_by
    from unnest(${topics.map(({ channelId }) => channelId)}::int[], ${topics.map(({ key }) => key)}::text[])
      as w (channel_id, name_key)
    join user_topic u on u.channel_id = w.channel_id and u.name_key = w.name_key
    where u.realm_id = ${realmId}`.execute(db)
  return rows
}

export interface MissedMessage {
  readonly userId: number
  readonly messageId: number
  readonly reason: string
}

/** Those of these people who have missed something already: their mail is on its way. */
export async function peopleWaiting(db: Db, realmId: number, userIds: readonly number[]): Promise<ReadonlySet<number>> {
  const { rows } = await sql<{ user_id: number }>`
    select distinct user_id from missed_message
    where realm_id = ${realmId} and user_id = any(${userIds}::int[])`.execute(db)
  return new Set(rows.map((row) => row.user_id))
}

/** How many messages wait for the mail of each of these people. */
export async function waitingMessages(
  db: Db,
  realmId: number,
  userIds: readonly number[],
): Promise<ReadonlyMap<number, number>> {
  const { rows } = await sql<{ user_id: number; waiting: number }>`
    select user_id, count(*)::int as waiting from missed_message
    where realm_id = ${realmId} and user_id = any(${userIds}::int[]) group by user_id`.execute(db)
  return new Map(rows.map((row) => [row.user_id, row.waiting]))
}

/** A message that was deleted meanwhile is left out. */
export async function insertMissed(db: Db, realmId: number, missed: readonly MissedMessage[]): Promise<void> {
  await sql`
    insert into missed_message (user_id, message_id, realm_id, reason)
    select w.user_id, w.message_id, ${realmId}, w.reason
    from unnest(${missed.map(({ userId }) => userId)}::int[], ${missed.map(({ messageId }) => messageId)}::bigint[],
      ${missed.map(({ reason }) => reason)}::text[]) as w (user_id, message_id, reason)
    where exists (select from message m where m.realm_id = ${realmId} and m.id = w.message_id)
    on conflict do nothing`.execute(db)
}

/** The oldest first. */
export const missedBy = (db: Db, realmId: number, userId: number, most: number) =>
  db
    .selectFrom('missed_message')
    .select(['message_id', 'reason'])
    .where('realm_id', '=', realmId)
    .where('user_id', '=', userId)
    .orderBy('message_id')
    .limit(most)
    .execute()

/** Returns whether there are others. */
export async function forgetMissed(
  db: Db,
  realmId: number,
  userId: number,
  messageIds: readonly number[],
): Promise<boolean> {
  await sql`
    delete from missed_message
    where realm_id = ${realmId} and user_id = ${userId} and message_id = any(${messageIds}::bigint[])`.execute(db)
  return (await missedBy(db, realmId, userId, 1)).length > 0
}

/** When somebody was last active. Undefined if they never told. */
export async function lastActivity(db: Db, realmId: number, userId: number): Promise<number | undefined> {
  const row = await db
    .selectFrom('presence')
    .select('active_at')
    .where('realm_id', '=', realmId)
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return row?.active_at ?? undefined
}

export const insertReplyAddress = (db: Db, row: Tables['reply_address']): Promise<unknown> =>
  db.insertInto('reply_address').values(row).execute()

export const removeExpiredReplies = (db: Db, now: number): Promise<unknown> =>
  db.deleteFrom('reply_address').where('expires_at', '<=', now).execute()

/** Tokens are secrets of the whole server, so this query needs no organization. */
export const replyByToken = (db: Db, token: string, now: number): Promise<Tables['reply_address'] | undefined> =>
  db.selectFrom('reply_address').selectAll().where('token', '=', token).where('expires_at', '>', now).executeTakeFirst()
