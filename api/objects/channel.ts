import * as z from 'zod'
import { readJson } from '../read-json.ts'
import { GroupSettingValue } from './group.ts'

export const TopicsPolicy = z
  .enum(['inherit', 'allow_empty_topic', 'disable_empty_topic', 'empty_topic_only'])
  .describe('Whether messages may, must or must not be in the empty topic. `inherit`: as in the organization.')

/** The same as a parameter. The contract has it as a JSON string in one operation and as bare text in another. */
export const TopicsPolicyText = z.codec(z.string(), TopicsPolicy, {
  decode: (text) => {
    const read = readJson(text)
    return ('value' in read ? read.value : text) as z.infer<typeof TopicsPolicy>
  },
  encode: (value) => JSON.stringify(value),
})

const StreamPostPolicy = z
  .literal([1, 2, 3, 4])
  .describe('Who may post: 1 all, 2 administrators, 3 full members, 4 moderators. Use `can_send_message_group`.')

/** The permissions of a channel, by their names on the wire, with who has them. */
const PERMISSIONS = {
  can_add_subscribers_group: 'Who can subscribe other people.',
  can_remove_subscribers_group: 'Who can unsubscribe other people.',
  can_administer_channel_group: 'Who can change the settings of the channel.',
  can_delete_any_message_group: 'Who can delete any message of the channel.',
  can_delete_own_message_group: 'Who can delete their own messages.',
  can_move_messages_out_of_channel_group: 'Who can move messages to other channels.',
  can_move_messages_within_channel_group: 'Who can move messages to other topics.',
  can_send_message_group: 'Who can post.',
  can_subscribe_group: 'Who can subscribe themselves, even if the channel is private.',
  can_resolve_topics_group: 'Who can resolve topics.',
  can_create_topic_group: 'Who can start topics.',
} as const
export type ChannelPermission = keyof typeof PERMISSIONS
export const CHANNEL_PERMISSIONS = Object.keys(PERMISSIONS) as ChannelPermission[]

/** A schema for each permission, described by who has it. */
export const forEachPermission = <S extends z.ZodType>(schema: S): { [Name in ChannelPermission]: S } =>
  Object.fromEntries(Object.entries(PERMISSIONS).map(([name, who]) => [name, schema.describe(who)])) as {
    [Name in ChannelPermission]: S
  }

const permissions = forEachPermission(GroupSettingValue)

const shared = {
  stream_id: z.int().describe('The id of the channel.'),
  name: z.string().describe('The name of the channel.'),
  description: z.string().describe('The description, as it was typed.'),
  rendered_description: z.string().describe('The description as HTML.'),
  date_created: z.int().describe('When the channel was created, in seconds since 1970.'),
  creator_id: z
    .int()
    .nullable()
    .describe('The id of the user who created the channel. It is null when nobody is known.'),
  invite_only: z.boolean().describe('True for a private channel.'),
  is_web_public: z.boolean().describe('True when people without an account can read the channel.'),
  is_archived: z.boolean().describe('True when the channel is archived. Nobody can post in it.'),
  is_announcement_only: z.boolean().describe('Deprecated. True when only administrators can post.'),
  stream_post_policy: StreamPostPolicy.describe(
    'Deprecated. Who can post: 1 everyone, 2 administrators, 3 full members, 4 moderators. Use `can_send_message_group`.',
  ),
  message_retention_days: z
    .int()
    .nullable()
    .describe(
      'The number of days that messages are kept. Null uses the setting of the organization, -1 keeps them for ever.',
    ),
  default_push_notifications: z.boolean().describe('The push notification setting that new subscribers get.'),
  history_public_to_subscribers: z
    .boolean()
    .describe('True when new subscribers can read messages from before they joined.'),
  topics_policy: TopicsPolicy.describe(
    'Whether messages can be sent without a topic. `inherit` uses the setting of the organization.',
  ),
  first_message_id: z
    .int()
    .nullable()
    .describe('The id of the oldest message of the channel. It is null while there is none.'),
  folder_id: z.int().nullable().describe('The id of the folder that holds the channel. It is null outside of folders.'),
  is_recently_active: z.boolean().describe('True when the channel had messages in the last months.'),
  stream_weekly_traffic: z
    .int()
    .nullable()
    .describe('The average number of messages per week. It is null for a new channel.'),
  subscriber_count: z.number().describe('The number of active subscribers.'),
  ...permissions,
}

/** A channel as anyone who may see it sees it. */
export const BasicChannel = z.strictObject(shared).describe('A channel.')
export type BasicChannel = z.infer<typeof BasicChannel>

/** GET /streams adds `is_default` when asked for default channels. */
export const ListedChannel = z
  .strictObject({
    ...shared,
    is_default: z
      .boolean()
      .optional()
      .describe(
        'True when new users are subscribed to the channel. It is present when `include_default` was asked for.',
      ),
  })
  .describe('A channel as `GET /streams` lists it.')
export type ListedChannel = z.infer<typeof ListedChannel>

/** Which of the two lists is present depends on `include_subscribers`. */
const subscriberLists = {
  subscribers: z
    .array(z.int())
    .optional()
    .describe('The ids of all subscribers. It is present when `include_subscribers` was asked for.'),
  partial_subscribers: z
    .array(z.int())
    .optional()
    .describe(
      'The ids of some of the subscribers. It replaces `subscribers` in large channels when `include_subscribers` is `partial`.',
    ),
}

export const NeverSubscribedChannel = z
  .strictObject({ ...shared, ...subscriberLists })
  .describe('A channel that the user was never subscribed to.')
export type NeverSubscribedChannel = z.infer<typeof NeverSubscribedChannel>

/** A channel with its subscriber's personal settings; a null setting inherits the user's default. */
export const Subscription = z
  .strictObject({
    ...shared,
    ...subscriberLists,
    desktop_notifications: z
      .boolean()
      .nullable()
      .describe('Show desktop notifications for this channel. Null uses the general setting of the user.'),
    email_notifications: z
      .boolean()
      .nullable()
      .describe('Send mail about messages in this channel. Null uses the general setting of the user.'),
    wildcard_mentions_notify: z
      .boolean()
      .nullable()
      .describe('Treat `@all` in this channel like a personal mention. Null uses the general setting of the user.'),
    push_notifications: z
      .boolean()
      .nullable()
      .describe('Send mobile notifications for this channel. Null uses the general setting of the user.'),
    audible_notifications: z
      .boolean()
      .nullable()
      .describe('Play a sound for messages in this channel. Null uses the general setting of the user.'),
    pin_to_top: z.boolean().describe('Show the channel at the top of the list.'),
    is_muted: z.boolean().describe('True when the user has muted the channel.'),
    in_home_view: z.boolean().describe('Deprecated. The opposite of `is_muted`.'),
    color: z.string().describe('The color of the channel for this user, as `#rrggbb`.'),
  })
  .describe('A channel that the user is or was subscribed to, with the settings of the user.')
export type Subscription = z.infer<typeof Subscription>
