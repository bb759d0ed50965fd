import type { BasicChannel, Subscription } from '../../../api/objects/channel.ts'
import type { Channel } from '../../kernel/realm-state/channel.ts'
import { type ChannelNotifications, notificationsOf } from '../../kernel/realm-state/notification-settings.ts'
import type { RealmState } from '../../kernel/realm-state/realm-state.ts'
import type { SettingValues } from '../../kernel/realm-state/user-settings.ts'
import type { ChannelFacts, SubscriptionRow } from './queries.ts'

/** The values of the older `stream_post_policy`, derived from the group that may send. */
const POST_POLICY = { 'role:administrators': 2, 'role:fullmembers': 3, 'role:moderators': 4 } as const

export function presentChannel(realm: RealmState, channel: Channel, facts: ChannelFacts | undefined): BasicChannel {
  const policy = postPolicy(realm, channel)
  return {
    stream_id: channel.id,
    name: channel.name,
    description: channel.description,
    rendered_description: channel.renderedDescription,
    date_created: channel.createdAt,
    creator_id: channel.creatorId,
    invite_only: channel.inviteOnly,
    is_web_public: channel.isWebPublic,
    is_archived: channel.isArchived,
    is_announcement_only: policy === 2,
    stream_post_policy: policy,
    message_retention_days: channel.messageRetentionDays,
    default_push_notifications: channel.defaultPushNotifications,
    history_public_to_subscribers: channel.historyPublic,
    topics_policy: channel.topicsPolicy,
    folder_id: channel.folderId,
    first_message_id: facts?.firstMessageId ?? null,
    is_recently_active: channel.isRecentlyActive,
    stream_weekly_traffic: channel.weeklyTraffic,
    subscriber_count: realm.memberships.subscribers(channel.id).size,
    ...groupSettings(channel),
  }
}

/** `stream_post_policy` follows from who may send. */
export function postPolicy(realm: RealmState, channel: Channel): 1 | 2 | 3 | 4 {
  const setting = channel.groupSettings.can_send_message_group
  const name = typeof setting === 'number' ? realm.groups.get(setting)?.name : undefined
  return POST_POLICY[name as keyof typeof POST_POLICY] ?? 1
}

const groupSettings = ({ groupSettings: settings }: Channel) =>
  ({
    can_add_subscribers_group: settings.can_add_subscribers_group,
    can_remove_subscribers_group: settings.can_remove_subscribers_group,
    can_administer_channel_group: settings.can_administer_channel_group,
    can_delete_any_message_group: settings.can_delete_any_message_group,
    can_delete_own_message_group: settings.can_delete_own_message_group,
    can_move_messages_out_of_channel_group: settings.can_move_messages_out_of_channel_group,
    can_move_messages_within_channel_group: settings.can_move_messages_within_channel_group,
    can_send_message_group: settings.can_send_message_group,
    can_subscribe_group: settings.can_subscribe_group,
    can_resolve_topics_group: settings.can_resolve_topics_group,
    can_create_topic_group: settings.can_create_topic_group,
  }) as Pick<BasicChannel, keyof Channel['groupSettings']>

/** A person's own settings for a channel. */
export type OwnSettings = Pick<SubscriptionRow, keyof ChannelNotifications | 'pin_to_top' | 'is_muted' | 'color'>

/** `inherited` is for clients that do not support null. */
export const presentSubscription = (
  channel: BasicChannel,
  row: OwnSettings,
  inherited: SettingValues | null,
): Subscription => ({ ...channel, ...presentOwnSettings(row, inherited) })

export const presentOwnSettings = (
  row: OwnSettings,
  inherited: SettingValues | null,
): Omit<Subscription, keyof BasicChannel> => ({
  ...notificationsOf(row, inherited),
  pin_to_top: row.pin_to_top,
  is_muted: row.is_muted,
  in_home_view: !row.is_muted,
  color: row.color,
})
