import * as z from 'zod'
import { endpoint, ids, json } from '../contract.ts'
import { Subscription } from '../objects/channel.ts'
import {
  SubscriptionProperty,
  SubscriptionPropertyText,
  SubscriptionPropertyValue,
} from '../objects/subscription-property.ts'

/** One request may have these numbers. */
const MAX_CHANNELS_PER_REQUEST = 5_000
const MAX_PEOPLE_PER_REQUEST = 50_000
const MAX_CHANGES_PER_REQUEST = 1_000

const stream_id = json(z.int()).describe('The id of the channel.')
const user_id = json(z.int()).describe('The id of the user.')
const property = SubscriptionProperty.describe('The setting to change.')
const names = z.array(z.string()).max(MAX_CHANNELS_PER_REQUEST)

const removal = {
  removed: z.array(z.string()).describe('Names of the channels that were unsubscribed, once for each person.'),
  not_removed: z
    .array(z.string())
    .describe('Names of the channels that a person was not subscribed to, once for each person.'),
}

export const getSubscriptions = endpoint({
  method: 'GET',
  path: '/users/me/subscriptions',
  id: 'get-subscriptions',
  group: 'Channels',
  summary: 'List your subscriptions',
  description:
    'Lists the channels that the caller is subscribed to, with their settings for each. Archived channels are left out.',
  auth: 'user',
  params: {
    include_subscribers: z
      .enum(['true', 'false', 'partial'])
      .default('false')
      .describe('Whether to list the subscribers of each channel: all, none, or some of large channels.'),
  },
  result: { subscriptions: z.array(Subscription).describe('The channels that you are subscribed to.') },
  errors: [],
})

export const unsubscribe = endpoint({
  method: 'DELETE',
  path: '/users/me/subscriptions',
  id: 'unsubscribe',
  group: 'Channels',
  summary: 'Unsubscribe yourself or others from channels',
  description:
    'Unsubscribes people from channels. Everybody can unsubscribe themselves and their own bots; for others a permission of the channel is needed.',
  auth: 'user',
  params: {
    subscriptions: json(names).describe('Names of channels.'),
    principals: json(z.union([z.array(z.string()).max(MAX_PEOPLE_PER_REQUEST), ids().max(MAX_PEOPLE_PER_REQUEST)]))
      .optional()
      .describe('Emails or ids of the people to unsubscribe. Without it, you.'),
  },
  result: removal,
  errors: [],
  badRequests: [
    'A channel does not exist, or the caller may not know of it.',
    'A user does not exist or is deactivated.',
    'The caller may not unsubscribe others.',
  ],
  emits: ['subscription', 'stream', 'update_message_flags', 'realm_user'],
})

export const updateSubscriptions = endpoint({
  method: 'PATCH',
  path: '/users/me/subscriptions',
  id: 'update-subscriptions',
  group: 'Channels',
  summary: 'Subscribe and unsubscribe in one request',
  description: 'Subscribes the caller to some channels and unsubscribes them from others.',
  auth: 'user',
  params: {
    delete: json(names).default([]).describe('Names of channels to unsubscribe from.'),
    add: json(
      z
        .array(
          z.strictObject({
            name: z.string().describe('The name of the channel.'),
            color: z.string().optional().describe('The color of the subscription, for example `#76ce90`.'),
            description: z.string().optional().describe('The description, if the channel does not exist yet.'),
          }),
        )
        .max(MAX_CHANNELS_PER_REQUEST),
    )
      .default([])
      .describe('Channels to subscribe to. Those that do not exist are created.'),
  },
  result: {
    subscribed: z.record(z.string(), z.array(z.string())).describe('New subscriptions: channel names by user id.'),
    already_subscribed: z
      .record(z.string(), z.array(z.string()))
      .describe('Subscriptions that existed before: channel names by user id.'),
    ...removal,
    new_subscription_messages_sent: z
      .boolean()
      .optional()
      .describe('Whether new subscribers got a notice. Only present if channels were to be added.'),
  },
  errors: [],
  badRequests: [
    'Nothing is to be added or removed.',
    'A channel to leave does not exist, or the caller may not know of it.',
    'The caller may not subscribe to a channel, or may not create it.',
    'A color is not of the form `#rrggbb`.',
  ],
  emits: ['stream', 'subscription', 'message', 'update_message_flags', 'realm_user', 'user_status'],
})

export const updateSubscriptionSettings = endpoint({
  method: 'POST',
  path: '/users/me/subscriptions/properties',
  id: 'update-subscription-settings',
  group: 'Channels',
  summary: 'Change settings of several subscriptions',
  description: 'Changes what the caller has set for channels that they are subscribed to.',
  auth: 'user',
  params: {
    subscription_data: json(
      z
        .array(
          z.strictObject({
            stream_id: z.int().describe('The id of the channel.'),
            property,
            value: SubscriptionPropertyValue.describe('The new value: a color, or true or false.'),
          }),
        )
        .max(MAX_CHANGES_PER_REQUEST),
    ).describe('The changes. Either all of them are made or none.'),
  },
  result: {},
  errors: [],
  badRequests: [
    'A channel does not exist, or the caller may not know of it.',
    'The caller is not subscribed to a channel.',
    'A value does not fit its property.',
  ],
  emits: ['subscription'],
})

export const updateSubscriptionProperty = endpoint({
  method: 'PATCH',
  path: '/users/me/subscriptions/{stream_id}',
  id: 'update-subscription-property',
  group: 'Channels',
  summary: 'Change a setting of a subscription',
  description: 'Changes one setting of the caller for a channel that they are subscribed to.',
  auth: 'user',
  params: {
    stream_id,
    property,
    value: SubscriptionPropertyText.describe('The new value: a color, or true or false.'),
  },
  result: {},
  errors: [],
  badRequests: [
    'The channel does not exist, or the caller may not know of it.',
    'The caller is not subscribed to the channel.',
    'The value does not fit the property.',
  ],
  emits: ['subscription'],
})

export const getSubscriptionStatus = endpoint({
  method: 'GET',
  path: '/users/{user_id}/subscriptions/{stream_id}',
  id: 'get-subscription-status',
  group: 'Channels',
  summary: 'Tell whether a user is subscribed',
  description: 'Tells whether a user is subscribed to a channel that the caller may know of.',
  auth: 'user',
  params: { user_id, stream_id },
  result: { is_subscribed: z.boolean().describe('Whether the user is subscribed to the channel.') },
  errors: [],
  badRequests: [
    'The user does not exist or is deactivated.',
    'The channel does not exist, or the caller may not know of it.',
  ],
})

export const getUserChannels = endpoint({
  method: 'GET',
  path: '/users/{user_id}/channels',
  id: 'get-user-channels',
  group: 'Channels',
  summary: 'List the channels of a user',
  description: 'Lists the channels of a user, as far as the caller may know of them.',
  auth: 'user',
  params: { user_id },
  result: {
    subscribed_channel_ids: z
      .array(z.int())
      .describe('Ids of the channels that the user is subscribed to and that you may know of.'),
  },
  errors: [],
  badRequests: ['The user does not exist or is deactivated.'],
})
