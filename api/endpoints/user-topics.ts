import * as z from 'zod'
import { endpoint, flag, json } from '../contract.ts'
import { shortText } from '../objects/short-text.ts'

/** Topics have at most this number of characters. */
const MAX_TOPIC_LENGTH = 60

const topic = shortText(MAX_TOPIC_LENGTH).describe('The name of the topic. It need not exist.')
const emits = ['user_topic', 'muted_topics'] as const

export const getStreamTopics = endpoint({
  method: 'GET',
  path: '/users/me/{stream_id}/topics',
  id: 'get-stream-topics',
  group: 'Channels',
  summary: 'List the topics of a channel',
  description: 'Lists the topics of a channel with messages that the caller can read.',
  auth: 'user',
  params: {
    stream_id: json(z.int()).describe('The id of the channel.'),
    allow_empty_topic_name: flag(false).describe('Whether the topic without a name is listed with an empty name.'),
  },
  result: {
    topics: z
      .array(
        z.strictObject({
          max_id: z.int().describe('The id of the newest message in the topic that you may read.'),
          name: z.string().describe('The name of the topic.'),
        }),
      )
      .describe('The topics, the one with the newest message first.'),
  },
  errors: [],
  badRequests: ['The channel does not exist, or the caller cannot read it.'],
})

export const updateUserTopic = endpoint({
  method: 'POST',
  path: '/user_topics',
  id: 'update-user-topic',
  group: 'Channels',
  summary: 'Mute, unmute or follow a topic',
  description:
    'Sets how visible a topic is to the caller. Muted topics do not count as unread; followed topics notify.',
  auth: 'user',
  params: {
    stream_id: json(z.int()).describe('The id of the channel.'),
    topic,
    visibility_policy: json(z.literal([0, 1, 2, 3])).describe(
      'The policy: 0 is none, 1 is muted, 2 is unmuted, 3 is followed.',
    ),
  },
  result: {},
  errors: [],
  badRequests: ['The channel does not exist, is archived, or the caller cannot read it.'],
  emits,
})

export const muteTopic = endpoint({
  method: 'PATCH',
  path: '/users/me/subscriptions/muted_topics',
  id: 'mute-topic',
  group: 'Channels',
  summary: 'Mute or unmute a topic (old form)',
  description: 'Mutes a topic for the caller, or ends that. New clients use `POST /user_topics`.',
  auth: 'user',
  params: {
    stream_id: json(z.int()).optional().describe('The id of the channel.'),
    stream: z.string().optional().describe('The name of the channel, if its id is not given.'),
    topic,
    op: z.enum(['add', 'remove']).describe('`add` mutes the topic, `remove` ends that.'),
  },
  result: {},
  errors: [],
  badRequests: [
    'Both a name and an id of the channel are given.',
    'The channel does not exist, is archived, or the caller cannot read it.',
  ],
  emits,
})
