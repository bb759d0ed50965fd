import * as z from 'zod'
import { endpoint, ids, json } from '../contract.ts'
import { Subscription } from '../objects/channel.ts'
import {
  SubscriptionProperty,
  SubscriptionPropertyText,
  SubscriptionPropertyValue,
} from '../objects/subscription-property.ts'

/** In one request. */
const MOST_CHANNELS = 5_000
const MOST_PEOPLE = 50_000
const MOST_CHANGES = 1_000

const stream_id = json(z.int()).describe('The id of the channel.')
const user_id = json(z.int()).describe('The id of the user.')
const property = SubscriptionProperty.describe('The setting to change.')
const names = z.array(z.string()).max(MOST_CHANNELS)

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
  summary: 'List your subscriptions',
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
  summary: 'Unsubscribe yourself or others from channels',
  auth: 'user',
  params: {
    subscriptions: json(names).describe('Names of channels.'),
    principals: json(z.union([z.array(z.string()).max(MOST_PEOPLE), ids().max(MOST_PEOPLE)]))
      .optional()
      .describe('Emails or ids of the people to unsubscribe. Without it, you.'),
  },
  result: removal,
  errors: [],
  emits: ['subscription', 'stream', 'update_message_flags'],
})

export const updateSubscriptions = endpoint({
  method: 'PATCH',
  path: '/users/me/subscriptions',
  id: 'update-subscriptions',
  summary: 'Subscribe and unsubscribe in one request',
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
        .max(MOST_CHANNELS),
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
  emits: ['stream', 'subscription', 'message', 'update_message_flags'],
})

export const updateSubscriptionSettings = endpoint({
  method: 'POST',
  path: '/users/me/subscriptions/properties',
  id: 'update-subscription-settings',
  summary: 'Change settings of several subscriptions',
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
        .max(MOST_CHANGES),
    ).describe('The changes. Either all of them are made or none.'),
  },
  result: {},
  errors: [],
  emits: ['subscription'],
})

export const updateSubscriptionProperty = endpoint({
  method: 'PATCH',
  path: '/users/me/subscriptions/{stream_id}',
  id: 'update-subscription-property',
  summary: 'Change a setting of a subscription',
  auth: 'user',
  params: {
    stream_id,
    property,
    value: SubscriptionPropertyText.describe('The new value: a color, or true or false.'),
  },
  result: {},
  errors: [],
  emits: ['subscription'],
})

export const getSubscriptionStatus = endpoint({
  method: 'GET',
  path: '/users/{user_id}/subscriptions/{stream_id}',
  id: 'get-subscription-status',
  summary: 'Tell whether a user is subscribed',
  auth: 'user',
  params: { user_id, stream_id },
  result: { is_subscribed: z.boolean().describe('Whether the user is subscribed to the channel.') },
  errors: [],
})

export const getUserChannels = endpoint({
  method: 'GET',
  path: '/users/{user_id}/channels',
  id: 'get-user-channels',
  summary: 'List the channels of a user',
  auth: 'user',
  params: { user_id },
  result: {
    subscribed_channel_ids: z
      .array(z.int())
      .describe('Ids of the channels that the user is subscribed to and that you may know of.'),
  },
  errors: [],
})
