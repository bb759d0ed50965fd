import * as z from 'zod'
import { GroupSettingValue } from './group.ts'

export const TopicsPolicy = z.enum(['inherit', 'allow_empty_topic', 'disable_empty_topic', 'empty_topic_only'])
const StreamPostPolicy = z.literal([1, 2, 3, 4])

/** The permissions of a channel, by their names on the wire. */
export const CHANNEL_PERMISSIONS = [
  'can_add_subscribers_group',
  'can_remove_subscribers_group',
  'can_administer_channel_group',
  'can_delete_any_message_group',
  'can_delete_own_message_group',
  'can_move_messages_out_of_channel_group',
  'can_move_messages_within_channel_group',
  'can_send_message_group',
  'can_subscribe_group',
  'can_resolve_topics_group',
  'can_create_topic_group',
] as const
export type ChannelPermission = (typeof CHANNEL_PERMISSIONS)[number]

const permissions = Object.fromEntries(CHANNEL_PERMISSIONS.map((name) => [name, GroupSettingValue])) as {
  [Name in ChannelPermission]: typeof GroupSettingValue
}

const shared = {
  stream_id: z.int(),
  name: z.string(),
  description: z.string(),
  rendered_description: z.string(),
  date_created: z.int(),
  creator_id: z.int().nullable(),
  invite_only: z.boolean(),
  is_web_public: z.boolean(),
  is_archived: z.boolean(),
  is_announcement_only: z.boolean(),
  stream_post_policy: StreamPostPolicy,
  message_retention_days: z.int().nullable(),
  default_push_notifications: z.boolean(),
  history_public_to_subscribers: z.boolean(),
  topics_policy: TopicsPolicy,
  first_message_id: z.int().nullable(),
  folder_id: z.int().nullable(),
  is_recently_active: z.boolean(),
  stream_weekly_traffic: z.int().nullable(),
  subscriber_count: z.number(),
  ...permissions,
}

/** A channel as anyone who may see it sees it. */
export const BasicChannel = z.strictObject(shared)
export type BasicChannel = z.infer<typeof BasicChannel>

/** GET /streams adds `is_default` when asked for default channels. */
export const ListedChannel = z.strictObject({ ...shared, is_default: z.boolean().optional() })
export type ListedChannel = z.infer<typeof ListedChannel>

/** Which of the two lists is present depends on `include_subscribers`. */
const subscriberLists = {
  subscribers: z.array(z.int()).optional(),
  partial_subscribers: z.array(z.int()).optional(),
}

export const NeverSubscribedChannel = z.strictObject({ ...shared, ...subscriberLists })
export type NeverSubscribedChannel = z.infer<typeof NeverSubscribedChannel>

/** A channel with its subscriber's personal settings; a null setting inherits the user's default. */
export const Subscription = z.strictObject({
  ...shared,
  ...subscriberLists,
  desktop_notifications: z.boolean().nullable(),
  email_notifications: z.boolean().nullable(),
  wildcard_mentions_notify: z.boolean().nullable(),
  push_notifications: z.boolean().nullable(),
  audible_notifications: z.boolean().nullable(),
  pin_to_top: z.boolean(),
  is_muted: z.boolean(),
  in_home_view: z.boolean(),
  color: z.string(),
})
export type Subscription = z.infer<typeof Subscription>
