import * as z from 'zod'
import { BasicChannel, Subscription } from '../objects/channel.ts'
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
export const PeersAdded = event('subscription', { op: z.literal('peer_add'), ...peers })
export const PeersRemoved = event('subscription', { op: z.literal('peer_remove'), ...peers })

export const DefaultChannelsChanged = event('default_streams', {
  default_streams: z.array(z.int()).describe('The ids of all channels that new people are subscribed to.'),
})
