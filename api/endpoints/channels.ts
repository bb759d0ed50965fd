import * as z from 'zod'
import { endpoint, flag, ids, json } from '../contract.ts'
import { BasicChannel, forEachPermission, ListedChannel, TopicsPolicy } from '../objects/channel.ts'
import { GroupSettingUpdate, GroupSettingValue } from '../objects/group.ts'
import { MessageRetentionDays } from '../objects/retention.ts'

/** What the creator of a channel may choose beside its name and description. */
const creationOptions = {
  invite_only: flag(false).describe('Whether the channel is private.'),
  is_web_public: flag(false).describe('Whether everyone on the internet can read the channel.'),
  is_default_stream: flag(false).describe('Whether new people are subscribed to the channel.'),
  history_public_to_subscribers: json(z.boolean())
    .optional()
    .describe('Whether new subscribers can read older messages. The default is false in private channels, else true.'),
  message_retention_days: MessageRetentionDays.optional().describe(
    'After how many days messages are deleted, `unlimited`, or `realm_default`.',
  ),
  default_push_notifications: json(z.boolean()).optional().describe('Whether new subscribers get push notifications.'),
  topics_policy: json(TopicsPolicy)
    .optional()
    .describe('Whether messages may, must or must not be in the empty topic.'),
  ...forEachPermission(json(GroupSettingValue).optional()),
  folder_id: json(z.int()).optional().describe('The id of the folder that the channel is in.'),
}
const announce = flag(false).describe('Whether the new channel is announced in the channel for announcements.')

/** So many new ones take the server several seconds, in pieces between which others write. */
const MOST_SUBSCRIPTIONS = 5_000

export const subscribe = endpoint({
  method: 'POST',
  path: '/users/me/subscriptions',
  id: 'subscribe',
  summary: 'Subscribe to channels, creating those that do not exist',
  auth: 'user',
  params: {
    subscriptions: json(
      z.array(z.strictObject({ name: z.string(), description: z.string().optional() })).max(MOST_SUBSCRIPTIONS),
    ),
    principals: json(z.union([z.array(z.string()), ids()])).optional(),
    authorization_errors_fatal: flag(true),
    announce,
    ...creationOptions,
    send_new_subscription_messages: flag(true),
  },
  result: {
    /** Channel names by user id. */
    subscribed: z.record(z.string(), z.array(z.string())),
    already_subscribed: z.record(z.string(), z.array(z.string())),
    /** Only when authorization errors are not fatal. */
    unauthorized: z.array(z.string()).optional(),
    /** Only when such messages were asked for. */
    new_subscription_messages_sent: z.boolean().optional(),
  },
  errors: [],
  emits: ['stream', 'subscription', 'default_streams', 'message', 'update_message_flags'],
})

export const getStreams = endpoint({
  method: 'GET',
  path: '/streams',
  id: 'get-streams',
  summary: 'List channels',
  auth: 'user',
  params: {
    include_public: flag(true).describe('Include public channels.'),
    include_web_public: flag(false).describe('Include web-public channels.'),
    include_subscribed: flag(true).describe('Include channels that the caller is subscribed to.'),
    exclude_archived: flag(true).describe('Leave archived channels out.'),
    include_all_active: flag(false).describe('An older name of `include_all`, only for administrators.'),
    include_all: flag(false).describe('Include all channels that the caller may know.'),
    include_default: flag(false).describe(
      'Include channels that new people are subscribed to, and say which they are.',
    ),
    include_owner_subscribed: flag(false).describe(
      'For bots: include channels that the owner of the bot is subscribed to.',
    ),
    include_can_access_content: flag(false).describe('Include all channels that the caller may read.'),
  },
  result: { streams: z.array(ListedChannel).describe('The channels, in the order of their ids.') },
  errors: [],
})

const stream_id = json(z.int()).describe('The id of the channel.')

export const getStreamById = endpoint({
  method: 'GET',
  path: '/streams/{stream_id}',
  id: 'get-stream-by-id',
  summary: 'Get a channel',
  auth: 'user',
  params: { stream_id },
  result: { stream: BasicChannel.describe('The channel.') },
  errors: [],
})

export const getStreamId = endpoint({
  method: 'GET',
  path: '/get_stream_id',
  id: 'get-stream-id',
  summary: 'Get the id of a channel',
  auth: 'user',
  params: { stream: z.string().describe('The name of the channel.') },
  result: { stream_id: z.int().describe('The id of the channel.') },
  errors: [],
})

export const getSubscribers = endpoint({
  method: 'GET',
  path: '/streams/{stream_id}/members',
  id: 'get-subscribers',
  summary: 'List the subscribers of a channel',
  auth: 'user',
  params: { stream_id },
  result: { subscribers: z.array(z.int()).describe('The ids of the subscribers, in ascending order.') },
  errors: [],
})

export const createChannel = endpoint({
  method: 'POST',
  path: '/channels/create',
  id: 'create-channel',
  summary: 'Create a channel',
  auth: 'user',
  params: {
    name: z.string().describe('The name of the channel.'),
    description: z.string().optional().describe('What the channel is for, as Markdown.'),
    subscribers: json(ids()).describe('The ids of the people who are subscribed to the new channel.'),
    announce,
    ...creationOptions,
  },
  result: { id: z.int().describe('The id of the new channel.') },
  errors: ['CHANNEL_ALREADY_EXISTS'],
  emits: ['stream', 'subscription', 'default_streams', 'message', 'update_message_flags'],
})

export const updateStream = endpoint({
  method: 'PATCH',
  path: '/streams/{stream_id}',
  id: 'update-stream',
  summary: 'Update a channel',
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
    topics_policy: TopicsPolicy.optional().describe('Whether messages may, must or must not be in the empty topic.'),
    ...forEachPermission(json(GroupSettingUpdate).optional()),
  },
  result: {},
  errors: ['EXPECTATION_MISMATCH'],
  emits: ['stream', 'subscription', 'default_streams', 'default_stream_groups', 'message'],
})

export const archiveStream = endpoint({
  method: 'DELETE',
  path: '/streams/{stream_id}',
  id: 'archive-stream',
  summary: 'Archive a channel',
  auth: 'user',
  params: { stream_id },
  result: {},
  errors: [],
  emits: ['stream', 'default_streams', 'default_stream_groups', 'message'],
})
