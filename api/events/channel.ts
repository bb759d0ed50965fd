import * as z from 'zod'
import { BasicChannel, NeverSubscribedChannel, Subscription } from '../objects/channel.ts'
import { GroupSettingValue } from '../objects/group.ts'
import { DefaultChannelGroup } from '../objects/realm.ts'
import { SubscriptionProperty } from '../objects/subscription-property.ts'
import { event, registerFields } from './base.ts'

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

export const ChannelUpdated = event('stream', {
  op: z.literal('update').describe('A property of a channel has a new value.'),
  stream_id: z.int().describe('The id of the channel.'),
  name: z.string().describe('The name of the channel, before the change.'),
  property: z.string().describe('The name of the property.'),
  value: z.union([GroupSettingValue, z.boolean(), z.string(), z.null()]).describe('The new value of the property.'),
  rendered_description: z.string().optional().describe('With `description`: the new description as HTML.'),
  history_public_to_subscribers: z
    .boolean()
    .optional()
    .describe('With `invite_only`: whether subscribers can read older messages.'),
  is_web_public: z
    .boolean()
    .optional()
    .describe('With `invite_only`: whether everyone on the internet can read the channel.'),
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
export const SubscriptionUpdated = event('subscription', {
  op: z.literal('update').describe('The user changed a setting of a subscription.'),
  stream_id: z.int().describe('The id of the channel.'),
  property: SubscriptionProperty.describe('The setting that was changed.'),
  value: z.union([z.boolean(), z.string()]).describe('The new value.'),
})

export const DefaultChannelsChanged = event('default_streams', {
  default_streams: z.array(z.int()).describe('The ids of all channels that new people are subscribed to.'),
}).describe('The channels that new people are subscribed to have changed.')

export const DefaultChannelGroupsChanged = event('default_stream_groups', {
  default_stream_groups: z.array(DefaultChannelGroup).describe('All groups of channels that new people can choose.'),
}).describe('The groups of channels that new people can choose have changed.')

export const subscriptionFields = registerFields('subscription', {
  subscriptions: z.array(Subscription).describe('The channels that the caller is subscribed to.'),
  unsubscribed: z.array(Subscription).describe('The channels that the caller has left.'),
  never_subscribed: z.array(NeverSubscribedChannel).describe('The other channels that the caller can know of.'),
})

export const streamFields = registerFields('stream', {
  streams: z.array(BasicChannel).describe('The channels that the caller can know of.'),
})

export const defaultStreamsFields = registerFields('default_streams', {
  realm_default_streams: z.array(z.int()).describe('The ids of the channels that new users are subscribed to.'),
})

export const defaultStreamGroupsFields = registerFields('default_stream_groups', {
  realm_default_stream_groups: z
    .array(DefaultChannelGroup)
    .describe('The groups of channels that new users can choose.'),
})
