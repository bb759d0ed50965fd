import * as z from 'zod'
import { endpoint, flag, ids, json } from '../contract.ts'
import { CHANNEL_PERMISSIONS, type ChannelPermission, ListedChannel, TopicsPolicy } from '../objects/channel.ts'
import { GroupSettingValue } from '../objects/group.ts'
import { MessageRetentionDays } from '../objects/retention.ts'

const GroupSettingParam = json(GroupSettingValue).optional()
const permissions = Object.fromEntries(CHANNEL_PERMISSIONS.map((name) => [name, GroupSettingParam])) as {
  [Name in ChannelPermission]: typeof GroupSettingParam
}

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
    announce: flag(false),
    invite_only: flag(false),
    is_web_public: flag(false),
    is_default_stream: flag(false),
    history_public_to_subscribers: json(z.boolean()).optional(),
    message_retention_days: MessageRetentionDays.optional(),
    default_push_notifications: json(z.boolean()).optional(),
    topics_policy: json(TopicsPolicy).optional(),
    ...permissions,
    folder_id: json(z.int()).optional(),
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
  emits: ['stream', 'subscription', 'message', 'update_message_flags'],
})

export const getStreams = endpoint({
  method: 'GET',
  path: '/streams',
  id: 'get-streams',
  summary: 'The channels the caller may know of',
  auth: 'user',
  params: {
    include_public: flag(true),
    include_web_public: flag(false),
    include_subscribed: flag(true),
    exclude_archived: flag(true),
    include_all_active: flag(false),
    include_all: flag(false),
    include_default: flag(false),
    include_owner_subscribed: flag(false),
    include_can_access_content: flag(false),
  },
  result: { streams: z.array(ListedChannel) },
  errors: [],
})
