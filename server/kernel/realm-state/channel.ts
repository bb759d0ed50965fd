import type { BasicChannel, ChannelPermission } from '../../../api/objects/channel.ts'
import type { GroupSetting, GroupSettingRule } from './group.ts'

/** A channel in memory. */
export interface Channel {
  readonly id: number
  readonly convId: number
  readonly name: string
  readonly description: string
  readonly renderedDescription: string
  readonly creatorId: number | null
  /** Seconds. */
  readonly createdAt: number
  readonly inviteOnly: boolean
  readonly isWebPublic: boolean
  readonly historyPublic: boolean
  readonly isArchived: boolean
  readonly isDefault: boolean
  readonly topicsPolicy: BasicChannel['topics_policy']
  readonly messageRetentionDays: number | null
  readonly defaultPushNotifications: boolean
  readonly folderId: number | null
  /** Messages per week, as counted by a recurring task. Null while the channel is too young. */
  readonly weeklyTraffic: number | null
  /** True if it is new or had messages in the last months. */
  readonly isRecentlyActive: boolean
  readonly groupSettings: Readonly<Record<ChannelGroupSetting, GroupSetting>>
}

export type ChannelGroupSetting = keyof typeof CHANNEL_GROUP_SETTINGS

/** The permissions of a channel, each with its default and the values it may have. */
export const CHANNEL_GROUP_SETTINGS = {
  can_add_subscribers_group: { default: 'role:nobody', nobody: true, everyone: false },
  can_administer_channel_group: { default: 'channel_creator', nobody: true, everyone: false },
  can_create_topic_group: { default: 'role:everyone', nobody: true, everyone: true },
  can_delete_any_message_group: { default: 'role:nobody', nobody: true, everyone: true },
  can_delete_own_message_group: { default: 'role:nobody', nobody: true, everyone: true },
  can_move_messages_out_of_channel_group: { default: 'role:nobody', nobody: true, everyone: true },
  can_move_messages_within_channel_group: { default: 'role:nobody', nobody: true, everyone: true },
  can_remove_subscribers_group: { default: 'role:administrators', nobody: true, everyone: true },
  can_resolve_topics_group: { default: 'role:nobody', nobody: true, everyone: true },
  can_send_message_group: { default: 'role:everyone', nobody: true, everyone: true },
  can_subscribe_group: { default: 'role:nobody', nobody: true, everyone: false },
} as const satisfies Record<ChannelPermission, GroupSettingRule>
