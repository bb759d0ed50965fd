import * as z from 'zod'
import { GroupSettingValue } from './group.ts'

export const TopicsPolicy = z
  .enum(['inherit', 'allow_empty_topic', 'disable_empty_topic', 'empty_topic_only'])
  .describe('Whether messages may, must or must not be in the empty topic. `inherit`: as in the organization.')
const StreamPostPolicy = z
  .literal([1, 2, 3, 4])
  .describe('Who may post: 1 all, 2 administrators, 3 full members, 4 moderators. Use `can_send_message_group`.')

/** The permissions of a channel, by their names on the wire: who may do what. */
const PERMISSION_MEANINGS = {
  can_add_subscribers_group: 'Who may subscribe other people.',
  can_remove_subscribers_group: 'Who may unsubscribe other people.',
  can_administer_channel_group: 'Who may change and archive the channel.',
  can_delete_any_message_group: 'Who may delete every message in the channel.',
  can_delete_own_message_group: 'Who may delete their own messages in the channel.',
  can_move_messages_out_of_channel_group: 'Who may move messages to other channels.',
  can_move_messages_within_channel_group: 'Who may move messages to other topics.',
  can_send_message_group: 'Who may post in the channel.',
  can_subscribe_group: 'Who may subscribe themselves, also if the channel is private.',
  can_resolve_topics_group: 'Who may resolve topics.',
  can_create_topic_group: 'Who may start new topics.',
} as const
export type ChannelPermission = keyof typeof PERMISSION_MEANINGS
export const CHANNEL_PERMISSIONS = Object.keys(PERMISSION_MEANINGS) as ChannelPermission[]

/** A schema for each permission, with what the permission means. */
export const forEachPermission = <S extends z.ZodType>(schema: S): { [Name in ChannelPermission]: S } =>
  Object.fromEntries(
    Object.entries(PERMISSION_MEANINGS).map(([name, meaning]) => [name, schema.describe(meaning)]),
  ) as { [Name in ChannelPermission]: S }

const permissions = forEachPermission(GroupSettingValue)

const shared = {
  stream_id: z.int().describe('The id of the channel.'),
  name: z.string().describe('The name of the channel.'),
  description: z.string().describe('What the channel is for, as Markdown.'),
  rendered_description: z.string().describe('The description as HTML.'),
  date_created: z.int().describe('When the channel was created, in seconds.'),
  creator_id: z.int().nullable().describe('The id of the person who created the channel. Null if there is none.'),
  invite_only: z.boolean().describe('Whether the channel is private.'),
  is_web_public: z.boolean().describe('Whether everyone on the internet can read the channel.'),
  is_archived: z.boolean().describe('Whether the channel is archived.'),
  is_announcement_only: z.boolean().describe('Whether only administrators may post. Use `can_send_message_group`.'),
  stream_post_policy: StreamPostPolicy,
  message_retention_days: z
    .int()
    .nullable()
    .describe('After how many days messages are deleted. Null: as in the organization. -1: never.'),
  default_push_notifications: z.boolean().describe('Whether new subscribers get push notifications.'),
  history_public_to_subscribers: z.boolean().describe('Whether subscribers can read older messages.'),
  topics_policy: TopicsPolicy,
  first_message_id: z.int().nullable().describe('The id of the oldest message. Null if there is none.'),
  folder_id: z.int().nullable().describe('The id of the folder that the channel is in. Null: in none.'),
  is_recently_active: z.boolean().describe('Whether somebody wrote in the last 180 days, or the channel is new.'),
  stream_weekly_traffic: z.int().nullable().describe('Messages per week, rounded. Null if too little is known.'),
  subscriber_count: z.number().describe('How many people are subscribed.'),
  ...permissions,
}

/** A channel as anyone who may see it sees it. */
export const BasicChannel = z.strictObject(shared)
export type BasicChannel = z.infer<typeof BasicChannel>

/** GET /streams adds `is_default` when asked for default channels. */
export const ListedChannel = z.strictObject({
  ...shared,
  is_default: z.boolean().optional().describe('Whether new people are subscribed to the channel.'),
})
export type ListedChannel = z.infer<typeof ListedChannel>

/** Which of the two lists is present depends on `include_subscribers`. */
const subscriberLists = {
  subscribers: z.array(z.int()).optional().describe('The ids of all subscribers.'),
  partial_subscribers: z.array(z.int()).optional().describe('The ids of some subscribers.'),
}

export const NeverSubscribedChannel = z.strictObject({ ...shared, ...subscriberLists })
export type NeverSubscribedChannel = z.infer<typeof NeverSubscribedChannel>

/** A channel with its subscriber's personal settings; a null setting inherits the user's default. */
export const Subscription = z.strictObject({
  ...shared,
  ...subscriberLists,
  desktop_notifications: z
    .boolean()
    .nullable()
    .describe('New messages cause desktop notifications. Null: as in the settings of the account.'),
  email_notifications: z
    .boolean()
    .nullable()
    .describe('New messages cause emails. Null: as in the settings of the account.'),
  wildcard_mentions_notify: z
    .boolean()
    .nullable()
    .describe('Mentions of everybody notify. Null: as in the settings of the account.'),
  push_notifications: z
    .boolean()
    .nullable()
    .describe('New messages cause push notifications. Null: as in the settings of the account.'),
  audible_notifications: z
    .boolean()
    .nullable()
    .describe('New messages cause a sound. Null: as in the settings of the account.'),
  pin_to_top: z.boolean().describe('Whether the channel is pinned to the top of the list.'),
  is_muted: z.boolean().describe('Whether the channel is muted.'),
  in_home_view: z.boolean().describe('The opposite of `is_muted`, for older clients.'),
  color: z.string().describe('The color of the channel, such as `#76ce90`.'),
})
export type Subscription = z.infer<typeof Subscription>
