import { type Selectable, sql } from 'kysely'
import type { Db } from '../kernel/db/database.ts'
import type { Tables } from '../kernel/db/tables.ts'
import type { Channel } from '../kernel/realm-state/channel.ts'
import type { SubscriptionRow } from './channel/queries.ts'

/** The common properties of channels that are created together. */
export interface NewChannelKind {
  readonly creatorId: number | null
  readonly inviteOnly: boolean
  readonly isWebPublic: boolean
  readonly historyPublic: boolean
  readonly isDefault: boolean
  readonly topicsPolicy: Channel['topicsPolicy']
  readonly messageRetentionDays: number | null
  readonly defaultPushNotifications: boolean
  readonly folderId: number | null
  readonly settings: Readonly<Record<string, unknown>>
}

export interface NewChannel {
  readonly name: string
  readonly description: string
  readonly renderedDescription: string
}

/** Inserts channels with their conversations, in the given order. One statement, because it runs in the lane. */
export async function insertChannels(
  db: Db,
  realmId: number,
  now: number,
  channels: readonly NewChannel[],
  kind: NewChannelKind,
): Promise<Selectable<Tables['channel']>[]> {
  const column = (name: keyof NewChannel) => channels.map((channel) => channel[name])
  const { rows } = await sql<Selectable<Tables['channel']>>`
    with wanted as (
      select * from unnest(${column('name')}::text[], ${column('description')}::text[],
        ${column('renderedDescription')}::text[]) with ordinality as w (name, description, rendered, place)
    ), conversations as (
      insert into conversation (realm_id) select ${realmId}::int from wanted returning id
    ), numbered as (
      select id, row_number() over (order by id) as place from conversations
    )
    insert into channel (realm_id, conv_id, name, description, rendered_description, creator_id, created_at, invite_only,
      is_web_public, history_public_to_subscribers, is_default, topics_policy, message_retention_days,
      default_push_notifications, folder_id, settings)
    select ${realmId}::int, n.id, w.name, w.description, w.rendered, ${kind.creatorId}::int, ${now}::bigint,
      ${kind.inviteOnly}::boolean, ${kind.isWebPublic}::boolean, ${kind.historyPublic}::boolean,
      ${kind.isDefault}::boolean, ${kind.topicsPolicy}::text, ${kind.messageRetentionDays}::int,
      ${kind.defaultPushNotifications}::boolean, ${kind.folderId}::int, ${JSON.stringify(kind.settings)}::jsonb
    from wanted w join numbered n using (place) order by place
    returning *`.execute(db)
  return rows.sort((a, b) => a.conv_id - b.conv_id)
}

/** Is there a message in a topic that has a name? */
export async function hasNamedTopics(db: Db, realmId: number, { convId }: Channel): Promise<boolean> {
  const { rows } = await sql`
    select from message m join topic t on t.id = m.topic_id
    where m.realm_id = ${realmId} and m.conv_id = ${convId} and t.name <> '' limit 1`.execute(db)
  return rows.length > 0
}

/** People whose settings for a channel are the same. */
export interface AlikeSubscriptions {
  readonly userIds: number[]
  readonly row: Omit<SubscriptionRow, 'user_id'>
}

/** The subscriptions to a channel, in a few groups whatever their number. Slow, so it is read before a transaction. */
export async function subscriptionsTo(db: Db, realmId: number, channelId: number): Promise<AlikeSubscriptions[]> {
  const { rows } = await sql<Omit<SubscriptionRow, 'user_id'> & { user_ids: number[] }>`
    select channel_id, active, color, is_muted, pin_to_top, desktop_notifications, audible_notifications,
      push_notifications, email_notifications, wildcard_mentions_notify, array_agg(user_id order by user_id) as user_ids
    from subscription where channel_id = (select id from channel where id = ${channelId} and realm_id = ${realmId})
      and active group by 1, 2, 3, 4, 5, 6, 7, 8, 9, 10`.execute(db)
  return rows.map(({ user_ids: userIds, ...row }) => ({ userIds, row }))
}

interface EmailPlace {
  readonly realmId: number
  readonly channelId: number
  readonly senderId: number
  /** Who asks for the address. */
  readonly creatorId: number
}

/** The secret part of an email address, if the creator has one for this sender. */
export async function emailTokenOf(db: Db, place: EmailPlace): Promise<string | undefined> {
  const row = await db
    .selectFrom('channel_email_address')
    .select('token')
    .where('realm_id', '=', place.realmId)
    .where('channel_id', '=', place.channelId)
    .where('sender_id', '=', place.senderId)
    .where('creator_id', '=', place.creatorId)
    .executeTakeFirst()
  return row?.token
}

export async function insertEmailToken(db: Db, place: EmailPlace, token: string, now: number): Promise<string> {
  await db
    .insertInto('channel_email_address')
    .values({
      token,
      realm_id: place.realmId,
      channel_id: place.channelId,
      sender_id: place.senderId,
      creator_id: place.creatorId,
      created_at: now,
    })
    .execute()
  return token
}

export const deleteEmailAddresses = (db: Db, realmId: number, channelId: number): Promise<unknown> =>
  db.deleteFrom('channel_email_address').where('realm_id', '=', realmId).where('channel_id', '=', channelId).execute()

/** Null without messages. */
export async function firstMessageOf(db: Db, realmId: number, { convId }: Channel): Promise<number | null> {
  const { rows } = await sql<{ id: number }>`
    select id from message where realm_id = ${realmId} and conv_id = ${convId} order by id limit 1`.execute(db)
  return rows[0]?.id ?? null
}

/** The number of channels that a person has created after that time, up to a maximum. */
export const createdSince = (realmId: number, creatorId: number, since: number, most: number) =>
  sql<{ count: number }>`
    select count(*)::int as count from (
      select from channel where realm_id = ${realmId} and creator_id = ${creatorId} and created_at > ${since}
      limit ${most}
    ) as recent`

export async function countCreatedSince(db: Db, ...asked: Parameters<typeof createdSince>): Promise<number> {
  const { rows } = await createdSince(...asked).execute(db)
  return rows[0]!.count
}

export const subscriptionsOf = (db: Db, userIds: readonly number[]): Promise<SubscriptionRow[]> =>
  db.selectFrom('subscription').selectAll().where(sql<boolean>`user_id = any(${userIds}::int[])`).execute()

export async function activeSubscriptions(db: Db, userId: number): Promise<number[]> {
  const rows = await db
    .selectFrom('subscription')
    .select('channel_id')
    .where('user_id', '=', userId)
    .where('active', '=', true)
    .execute()
  return rows.map((row) => row.channel_id)
}

/** The colours that these people use. */
export async function colorsOf(db: Db, userIds: readonly number[]): Promise<{ user_id: number; color: string }[]> {
  const { rows } = await sql<{ user_id: number; color: string }>`
    select distinct user_id, color from subscription where user_id = any(${userIds}::int[])`.execute(db)
  return rows
}

export type NewSubscription = Pick<SubscriptionRow, 'user_id' | 'channel_id' | 'color' | 'push_notifications'>

export async function saveSubscriptions(db: Db, wanted: readonly NewSubscription[]): Promise<SubscriptionRow[]> {
  const column = <Name extends keyof NewSubscription>(name: Name) => wanted.map((one) => one[name])
  const { rows } = await sql<SubscriptionRow>`
    insert into subscription (user_id, channel_id, color, push_notifications)
    select * from unnest(${column('user_id')}::int[], ${column('channel_id')}::int[], ${column('color')}::text[],
      ${column('push_notifications')}::boolean[])
    -- A person who returns keeps their earlier settings.
    on conflict (user_id, channel_id) do update set active = true
    returning *`.execute(db)
  return rows
}

export const endSubscriptions = (db: Db, userIds: readonly number[], channelId: number): Promise<unknown> =>
  db
    .updateTable('subscription')
    .set({ active: false })
    .where(sql<boolean>`user_id = any(${userIds}::int[])`)
    .where('channel_id', '=', channelId)
    .execute()
