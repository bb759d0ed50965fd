import { type Selectable, sql } from 'kysely'
import { getOrMake } from '../../kernel/base/get-or-make.ts'
import type { Db } from '../../kernel/db/database.ts'
import type { Tables } from '../../kernel/db/tables.ts'
import type { Channel } from '../../kernel/realm-state/channel.ts'

export type SubscriptionRow = Selectable<Tables['subscription']>

export const updateChannelRow = (db: Db, realmId: number, channel: Channel): Promise<unknown> =>
  db
    .updateTable('channel')
    .set({
      name: channel.name,
      description: channel.description,
      rendered_description: channel.renderedDescription,
      invite_only: channel.inviteOnly,
      is_web_public: channel.isWebPublic,
      history_public_to_subscribers: channel.historyPublic,
      is_archived: channel.isArchived,
      is_default: channel.isDefault,
      topics_policy: channel.topicsPolicy,
      message_retention_days: channel.messageRetentionDays,
      default_push_notifications: channel.defaultPushNotifications,
      folder_id: channel.folderId,
      settings: JSON.stringify(channel.groupSettings),
    })
    .where('realm_id', '=', realmId)
    .where('id', '=', channel.id)
    .execute()

export interface ChannelFacts {
  /** Null without messages. */
  readonly firstMessageId: number | null
}

const factsIn = new WeakMap<Db, Promise<Map<number, ChannelFacts>>>()

/** The facts of all channels, read once per transaction, because several parts of a state need them. */
export const factsAtOnce = (transaction: Db, realmId: number): Promise<Map<number, ChannelFacts>> =>
  getOrMake(factsIn, transaction, () => channelFacts(transaction, realmId))

/**
 * The facts of a channel that memory does not have, in one statement, for all channels of an organization or for some.
 */
export async function channelFacts(
  db: Db,
  realmId: number,
  channelIds: readonly number[] | null = null,
): Promise<Map<number, ChannelFacts>> {
  const some = channelIds === null ? sql`true` : sql`c.id = any(${channelIds}::int[])`
  const { rows } = await sql<{ id: number; first: number | null }>`
    select c.id, (select m.id from message m where m.conv_id = c.conv_id order by m.id limit 1) as first
    from channel c where c.realm_id = ${realmId} and ${some}`.execute(db)
  return new Map(rows.map((row) => [row.id, { firstMessageId: row.first }]))
}
