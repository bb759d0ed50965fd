import * as z from 'zod'
import { BasicChannel, Subscription } from '../objects/channel.ts'
import { event } from './base.ts'

const peers = {
  stream_ids: z.array(z.int()).describe('The ids of the channels.'),
  user_ids: z.array(z.int()).describe('The ids of the subscribers.'),
}

export const ChannelsCreated = event('stream', {
  op: z.literal('create').describe('Channels were created, or became visible to the user.'),
  streams: z.array(BasicChannel).describe('The channels.'),
})
export const ChannelsDeleted = event('stream', {
  op: z.literal('delete').describe('The user no longer sees channels.'),
  streams: z
    .array(z.strictObject({ stream_id: z.int().describe('The id of the channel.') }))
    .describe('The same channels as objects, for older clients.'),
  stream_ids: z.array(z.int()).describe('The ids of the channels.'),
})

export const SubscriptionsAdded = event('subscription', {
  op: z.literal('add').describe('The user was subscribed.'),
  subscriptions: z.array(Subscription).describe('The channels with the settings of the user.'),
})
export const SubscriptionsRemoved = event('subscription', {
  op: z.literal('remove').describe('The user was unsubscribed.'),
  subscriptions: z
    .array(
      z.strictObject({
        stream_id: z.int().describe('The id of the channel.'),
        name: z.string().describe('The name of the channel.'),
      }),
    )
    .describe('The channels.'),
})
export const PeersAdded = event('subscription', {
  op: z.literal('peer_add').describe('Other users were subscribed.'),
  ...peers,
})
export const PeersRemoved = event('subscription', {
  op: z.literal('peer_remove').describe('Other users were unsubscribed.'),
  ...peers,
})
