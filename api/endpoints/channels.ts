import * as z from 'zod'
import { endpoint, flag, ids, json } from '../contract.ts'
import {
  CHANNEL_PERMISSIONS,
  type ChannelPermission,
  channelPermission,
  ListedChannel,
  TopicsPolicy,
} from '../objects/channel.ts'
import { GroupSettingValue } from '../objects/group.ts'
import { MessageRetentionDays } from '../objects/retention.ts'

const groupSetting = (name: ChannelPermission) => json(GroupSettingValue).optional().describe(channelPermission(name))
const permissions = Object.fromEntries(CHANNEL_PERMISSIONS.map((name) => [name, groupSetting(name)])) as {
  [Name in ChannelPermission]: ReturnType<typeof groupSetting>
}

/** So many new ones take the server several seconds, in pieces between which others write. */
const MOST_SUBSCRIPTIONS = 5_000

const NewSubscription = z.strictObject({
  name: z.string().describe('The name of the channel.'),
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
    subscriptions: json(z.array(NewSubscription).max(MOST_SUBSCRIPTIONS)).describe('The channels.'),
    principals: json(z.union([z.array(z.string()), ids()]))
      .optional()
      .describe('Whom to subscribe, by id or email address. Without it, the caller.'),
    authorization_errors_fatal: flag(true).describe(
      'Refuse the whole request when the caller cannot access one of the channels. Otherwise such channels are listed in `unauthorized`.',
    ),
    announce: flag(false).describe('Announce a new channel in the channel for announcements.'),
    invite_only: flag(false).describe('Make a new channel private.'),
    is_web_public: flag(false).describe('Let people without an account read a new channel.'),
    is_default_stream: flag(false).describe('Subscribe new users to a new channel. Only administrators can.'),
    history_public_to_subscribers: json(z.boolean())
      .optional()
      .describe(
        'Let new subscribers read earlier messages. Without it, yes in public channels and no in private ones.',
      ),
    message_retention_days: MessageRetentionDays.optional().describe(
      'How long messages of a new channel are kept: a number of days, `unlimited` or `realm_default`. Only owners can set it.',
    ),
    default_push_notifications: json(z.boolean())
      .optional()
      .describe('The push notification setting that subscribers of a new channel get.'),
    topics_policy: json(TopicsPolicy).optional().describe('Whether a new channel has messages without a topic.'),
    ...permissions,
    folder_id: json(z.int()).optional().describe('The id of the folder for a new channel.'),
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
      .describe('Whether people are told. It is present when `send_new_subscription_messages` is true.'),
  },
  errors: [],
  badRequests: [
    'The name of a channel is empty, too long or has an invalid character.',
    'The caller cannot access a channel, or is not allowed to create one.',
    'A user does not exist.',
  ],
  emits: ['stream', 'subscription', 'message', 'update_message_flags'],
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
