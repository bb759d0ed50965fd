import { type Selectable, sql } from 'kysely'
import type { Db } from '../db/database.ts'
import type { Tables } from '../db/tables.ts'
import type { Channel } from '../realm-state/channel.ts'

export type SubscriptionRow = Selectable<Tables['subscription']>

export interface NewChannel {
  readonly name: string
  readonly description: string
  readonly renderedDescription: string
  readonly creatorId: number | null
  readonly inviteOnly: boolean
  readonly isWebPublic: boolean
  readonly historyPublic: boolean
  readonly isDefault: boolean
  readonly topicsPolicy: Channel['topicsPolicy']
  readonly messageRetentionDays: number | null
  readonly defaultPushNotifications: boolean
  readonly settings: Readonly<Record<string, unknown>>
}

export async function insertChannel(
  db: Db,
  realmId: number,
  now: number,
  channel: NewChannel,
): Promise<Selectable<Tables['channel']>> {
  const conversation = await db
    .insertInto('conversation')
    .values({ realm_id: realmId, members: null })
    .returning('id')
    .executeTakeFirstOrThrow()
  return db
    .insertInto('channel')
    .values({
      realm_id: realmId,
      conv_id: conversation.id,
      name: channel.name,
      description: channel.description,
      rendered_description: channel.renderedDescription,
      creator_id: channel.creatorId,
      created_at: now,
      invite_only: channel.inviteOnly,
      is_web_public: channel.isWebPublic,
      history_public_to_subscribers: channel.historyPublic,
      is_default: channel.isDefault,
      topics_policy: channel.topicsPolicy,
      message_retention_days: channel.messageRetentionDays,
      default_push_notifications: channel.defaultPushNotifications,
      settings: JSON.stringify(channel.settings),
    })
    .returningAll()
    .executeTakeFirstOrThrow()
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

const ROWS_PER_STATEMENT = 1_000

export async function saveSubscriptions(
  db: Db,
  rows: readonly { user_id: number; channel_id: number; color: string; push_notifications: boolean | null }[],
): Promise<SubscriptionRow[]> {
  const saved: SubscriptionRow[] = []
  for (let start = 0; start < rows.length; start += ROWS_PER_STATEMENT) {
    const insert = db
      .insertInto('subscription')
      .values(rows.slice(start, start + ROWS_PER_STATEMENT))
      // Whoever comes back finds the settings of before.
      .onConflict((conflict) => conflict.columns(['user_id', 'channel_id']).doUpdateSet({ active: true }))
    saved.push(...(await insert.returningAll().execute()))
  }
  return saved
}

export const endSubscriptions = (db: Db, userIds: readonly number[], channelId: number): Promise<unknown> =>
  db
    .updateTable('subscription')
    .set({ active: false })
    .where('user_id', 'in', userIds)
    .where('channel_id', '=', channelId)
    .execute()

export interface ChannelFacts {
  /** Null when there is no history. */
  readonly firstMessageId: number | null
  /** Seconds; null when nothing was ever sent. */
  readonly lastSentAt: number | null
}

/** What a channel object needs beside memory, for all channels of an organization in one statement. */
export async function channelFacts(db: Db, realmId: number): Promise<Map<number, ChannelFacts>> {
  const { rows } = await sql<{ id: number; first: number | null; last: number | null }>`
    select c.id,
      (select m.id from message m where m.conv_id = c.conv_id order by m.id limit 1) as first,
      (select m.sent_at from message m where m.conv_id = c.conv_id order by m.id desc limit 1) as last
    from channel c where c.realm_id = ${realmId}`.execute(db)
  return new Map(rows.map((row) => [row.id, { firstMessageId: row.first, lastSentAt: row.last }]))
}
