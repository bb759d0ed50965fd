import * as z from 'zod'
import { BasicChannel, Subscription } from '../objects/channel.ts'
import { SubscriptionProperty } from '../objects/subscription-property.ts'
import { event } from './base.ts'

const peers = { stream_ids: z.array(z.int()), user_ids: z.array(z.int()) }

export const ChannelsCreated = event('stream', { op: z.literal('create'), streams: z.array(BasicChannel) })
export const ChannelsDeleted = event('stream', {
  op: z.literal('delete'),
  streams: z.array(z.strictObject({ stream_id: z.int() })).describe('The same channels as objects, for older clients.'),
  stream_ids: z.array(z.int()).describe('The ids of channels that the person does not know any more.'),
})

export const SubscriptionsAdded = event('subscription', {
  op: z.literal('add'),
  subscriptions: z.array(Subscription),
})
export const SubscriptionsRemoved = event('subscription', {
  op: z.literal('remove'),
  subscriptions: z.array(z.strictObject({ stream_id: z.int(), name: z.string() })),
})
export const SubscriptionUpdated = event('subscription', {
  op: z.literal('update'),
  stream_id: z.int().describe('The id of the channel.'),
  property: SubscriptionProperty.describe('The setting that was changed.'),
  value: z.union([z.boolean(), z.string()]).describe('The new value.'),
})
export const PeersAdded = event('subscription', { op: z.literal('peer_add'), ...peers })
export const PeersRemoved = event('subscription', { op: z.literal('peer_remove'), ...peers })
