import * as z from 'zod'
import { endpoint, flag, ids, json } from '../contract.ts'
import { BasicChannel, forEachPermission, ListedChannel, TopicsPolicyText } from '../objects/channel.ts'
import { GroupSettingUpdate, GroupSettingValue } from '../objects/group.ts'
import { MessageRetentionDays } from '../objects/retention.ts'

/** What the creator of a channel may choose beside its name and description. */
const creationOptions = {
  announce: flag(false).describe('Announce a new channel in the channel for announcements.'),
  invite_only: flag(false).describe('Make a new channel private.'),
  is_web_public: flag(false).describe('Let people without an account read a new channel.'),
  is_default_stream: flag(false).describe('Subscribe new users to a new channel. Only administrators can.'),
  history_public_to_subscribers: json(z.boolean())
    .optional()
    .describe('Let new subscribers read earlier messages. Without it, yes in public channels and no in private ones.'),
  message_retention_days: MessageRetentionDays.optional().describe(
    'How long messages of a new channel are kept: a number of days, `unlimited` or `realm_default`. Only owners can set it.',
  ),
  default_push_notifications: json(z.boolean())
    .optional()
    .describe('The push notification setting that subscribers of a new channel get.'),
  topics_policy: TopicsPolicyText.optional().describe('Whether a new channel has messages without a topic.'),
  ...forEachPermission(json(GroupSettingValue).optional()),
  folder_id: json(z.int()).optional().describe('The id of the folder for a new channel.'),
}

/** This number of new subscriptions takes the server several seconds, in pieces between which others write. */
const MAX_NEW_SUBSCRIPTIONS = 5_000

const NewSubscription = z.strictObject({
  name: z.string().describe('The name of the channel.'),
  color: z
    .string()
    .nullable()
    .optional()
    .describe('The color of a new subscription of the caller, for example `#76ce90`. Browsers send it.'),
  description: z.string().optional().describe('The description of the channel, if it is created.'),
})

export const subscribe = endpoint({
  method: 'POST',
  path: '/users/me/subscriptions',
  id: 'subscribe',
  group: 'Channels',
  summary: 'Subscribe to channels and create new ones',
  description:
    'Subscribes the caller, or others, to channels. Channels that do not exist are created with the settings of the request, if the caller is allowed to create them.',
  auth: 'user',
  params: {
    subscriptions: json(z.array(NewSubscription).max(MAX_NEW_SUBSCRIPTIONS)).describe('The channels.'),
    principals: json(z.union([z.array(z.string()), ids()]))
      .optional()
      .describe('Whom to subscribe, by id or email address. Without it, the caller.'),
    authorization_errors_fatal: flag(true).describe(
      'Refuse the whole request when the caller cannot access one of the channels. Otherwise such channels are listed in `unauthorized`.',
    ),
    ...creationOptions,
    send_new_subscription_messages: flag(true).describe('Tell people by a direct message that they were subscribed.'),
  },
  result: {
    subscribed: z
      .record(z.string(), z.array(z.string()))
      .describe('The names of channels that people were subscribed to, by user id.'),
    already_subscribed: z
      .record(z.string(), z.array(z.string()))
      .describe('The names of channels that people were subscribed to before, by user id.'),
    unauthorized: z
      .array(z.string())
      .optional()
      .describe(
        'The channels that the caller cannot access. It is present when `authorization_errors_fatal` is false.',
      ),
    new_subscription_messages_sent: z
      .boolean()
      .optional()
      .describe('Whether people get a notice. It is present when `send_new_subscription_messages` is true.'),
  },
  errors: [],
  badRequests: [
    'The name of a channel is empty, too long or has an invalid character.',
    'The caller cannot access a channel, or is not allowed to create one.',
    'A user does not exist.',
  ],
  emits: ['stream', 'subscription', 'default_streams', 'message', 'update_message_flags', 'realm_user', 'user_status'],
})

export const getStreams = endpoint({
  method: 'GET',
  path: '/streams',
  id: 'get-streams',
  group: 'Channels',
  summary: 'List channels',
  description: 'Lists the channels that the caller is allowed to know of. The parameters choose which kinds.',
  auth: 'user',
  params: {
    include_public: flag(true).describe('Include public channels.'),
    include_web_public: flag(false).describe('Include channels that people without an account can read.'),
    include_subscribed: flag(true).describe('Include the channels that the caller is subscribed to.'),
    exclude_archived: flag(true).describe('Leave out archived channels.'),
    include_all_active: flag(false).describe('Deprecated. The same as `include_all`. Only administrators can.'),
    include_all: flag(false).describe('Include all channels that the caller is allowed to know of.'),
    include_default: flag(false).describe(
      'Include the channels that new users are subscribed to, and add `is_default`.',
    ),
    include_owner_subscribed: flag(false).describe('For a bot: include the channels that its owner is subscribed to.'),
    include_can_access_content: flag(false).describe('Include all channels whose messages the caller can read.'),
  },
  result: { streams: z.array(ListedChannel).describe('The channels.') },
  errors: [],
  badRequests: ['Somebody who is not an administrator uses `include_all_active`.'],
})

const stream_id = json(z.int()).describe('The id of the channel.')

export const getStreamById = endpoint({
  method: 'GET',
  path: '/streams/{stream_id}',
  id: 'get-stream-by-id',
  group: 'Channels',
  summary: 'Get a channel',
  description: 'Returns one channel, also an archived one. The caller must be allowed to know of it.',
  auth: 'user',
  params: { stream_id },
  result: { stream: BasicChannel.describe('The channel.') },
  errors: [],
  badRequests: ['The channel does not exist, or the caller is not allowed to know of it.'],
})

export const getStreamId = endpoint({
  method: 'GET',
  path: '/get_stream_id',
  id: 'get-stream-id',
  group: 'Channels',
  summary: 'Get the id of a channel',
  description: 'Returns the id of the channel with this name, in upper or lower case.',
  auth: 'user',
  params: { stream: z.string().describe('The name of the channel.') },
  result: { stream_id: z.int().describe('The id of the channel.') },
  errors: [],
  badRequests: ['There is no active channel of that name that the caller is allowed to know of.'],
})

export const getSubscribers = endpoint({
  method: 'GET',
  path: '/streams/{stream_id}/members',
  id: 'get-subscribers',
  group: 'Channels',
  summary: 'List the subscribers of a channel',
  description: 'Lists the people who are subscribed to a channel. The caller must be allowed to know of the channel.',
  auth: 'user',
  params: { stream_id },
  result: { subscribers: z.array(z.int()).describe('The ids of the subscribers, in ascending order.') },
  errors: [],
  badRequests: ['The channel does not exist, or the caller is not allowed to know of it.'],
})

export const createChannel = endpoint({
  method: 'POST',
  path: '/channels/create',
  id: 'create-channel',
  group: 'Channels',
  summary: 'Create a channel',
  description: 'Creates a channel and subscribes people to it. The caller is subscribed only if listed.',
  auth: 'user',
  params: {
    name: z.string().describe('The name of the channel.'),
    description: z.string().optional().describe('What the channel is for, as Markdown.'),
    subscribers: json(ids()).describe('The ids of the people who are subscribed to the new channel.'),
    ...creationOptions,
  },
  result: { id: z.int().describe('The id of the new channel.') },
  errors: ['CHANNEL_ALREADY_EXISTS'],
  badRequests: [
    'The name is empty, too long or has an invalid character.',
    'The caller is not allowed to create such a channel, or to subscribe others.',
    'A subscriber or the folder does not exist.',
  ],
  emits: ['stream', 'subscription', 'default_streams', 'message', 'update_message_flags', 'realm_user', 'user_status'],
})

export const updateStream = endpoint({
  method: 'PATCH',
  path: '/streams/{stream_id}',
  id: 'update-stream',
  group: 'Channels',
  summary: 'Update a channel',
  description:
    'Changes properties and permissions of a channel, and archives or restores it. Only administrators and people who administer the channel can.',
  auth: 'user',
  params: {
    stream_id,
    description: z.string().optional().describe('The new description, as Markdown.'),
    new_name: z.string().optional().describe('The new name.'),
    is_private: json(z.boolean()).optional().describe('Whether the channel is private.'),
    is_web_public: json(z.boolean()).optional().describe('Whether everyone on the internet can read the channel.'),
    history_public_to_subscribers: json(z.boolean())
      .optional()
      .describe('Whether new subscribers can read older messages.'),
    is_default_stream: json(z.boolean()).optional().describe('Whether new people are subscribed to the channel.'),
    message_retention_days: MessageRetentionDays.optional().describe(
      'After how many days messages are deleted, `unlimited`, or `realm_default`.',
    ),
    default_push_notifications: json(z.boolean())
      .optional()
      .describe('Whether new subscribers get push notifications.'),
    is_archived: json(z.boolean()).optional().describe('False restores an archived channel, true archives it.'),
    folder_id: json(z.int().nullable())
      .optional()
      .describe('The id of the folder that the channel is in. Null: in none.'),
    topics_policy: TopicsPolicyText.optional().describe(
      'Whether messages may, must or must not be in the empty topic.',
    ),
    ...forEachPermission(json(GroupSettingUpdate).optional()),
  },
  result: {},
  errors: ['EXPECTATION_MISMATCH'],
  badRequests: [
    'The channel does not exist, or the caller is not allowed to know of it.',
    'The caller does not administer the channel, or may not make this change.',
    'The new name is taken.',
    'The kind of channel or the combination of settings does not exist.',
  ],
  emits: ['stream', 'subscription', 'default_streams', 'default_stream_groups', 'realm', 'message'],
})

export const archiveStream = endpoint({
  method: 'DELETE',
  path: '/streams/{stream_id}',
  id: 'archive-stream',
  group: 'Channels',
  summary: 'Archive a channel',
  description:
    'Archives a channel: it can be read as before, but nobody can post in it. Only administrators and people who administer the channel can.',
  auth: 'user',
  params: { stream_id },
  result: {},
  errors: [],
  badRequests: [
    'The channel does not exist, or the caller does not administer it.',
    'The channel is archived already.',
  ],
  emits: ['stream', 'default_streams', 'default_stream_groups', 'realm', 'message'],
})

export const getStreamEmailAddress = endpoint({
  method: 'GET',
  path: '/streams/{stream_id}/email_address',
  id: 'get-stream-email-address',
  group: 'Channels',
  summary: 'Get the email address of a channel',
  description:
    'Returns the address to which mail for the channel is sent. Only people who can post in the channel get it. It is theirs alone, and works as long as they can post in the channel. It is empty while the server receives no mail.',
  auth: 'user',
  params: {
    stream_id,
    sender_id: json(z.int())
      .optional()
      .describe(
        'The id of the sender of messages from this address: the caller, a bot of the caller, or the mail bot.',
      ),
  },
  result: { email: z.string().describe('The address, or an empty string.') },
  errors: [],
  badRequests: [
    'The channel does not exist, or the caller cannot read it or post in it.',
    'The sender is neither the caller nor one of the allowed bots.',
  ],
})
