import * as z from 'zod'
import { UserTopic } from '../objects/personal.ts'
import { event, registerFields } from './base.ts'

export const UserTopicChanged = event('user_topic', {
  stream_id: z.int().describe('The id of the channel.'),
  topic_name: z.string().describe('The name of the topic.'),
  last_updated: z.int().describe('When the policy was set, in seconds.'),
  visibility_policy: z
    .literal([0, 1, 2, 3])
    .describe('The policy: 0 is none, 1 is muted, 2 is unmuted, 3 is followed.'),
}).describe('The policy of a topic changed.')

export const MutedTopicsChanged = event('muted_topics', {
  muted_topics: z
    .array(z.array(z.union([z.string(), z.int()])))
    .describe('All muted topics: the name of the channel, the topic, and when it was muted.'),
}).describe('The muted topics changed. Clients that do not ask for `user_topic` get it.')

/** It is left out when `user_topic` is asked for as well. */
export const mutedTopicsFields = registerFields('muted_topics', {
  muted_topics: z
    .array(z.array(z.union([z.string(), z.int()])))
    .describe(
      'Deprecated. The topics that the caller muted: channel name, topic, time. Left out when `user_topic` is fetched too.',
    ),
})

export const userTopicFields = registerFields('user_topic', {
  user_topics: z.array(UserTopic).describe('The topics that the caller muted, unmuted or follows.'),
})
