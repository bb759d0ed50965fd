import * as z from 'zod'
import { endpoint, flag, json } from '../contract.ts'

/** Topics have at most so many characters. */
const MOST_CHARACTERS = 60

const topic = z.string().max(MOST_CHARACTERS).describe('The name of the topic. It need not exist.')
const emits = ['user_topic', 'muted_topics'] as const

export const getStreamTopics = endpoint({
  method: 'GET',
  path: '/users/me/{stream_id}/topics',
  id: 'get-stream-topics',
  summary: 'List the topics of a channel',
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
})

export const updateUserTopic = endpoint({
  method: 'POST',
  path: '/user_topics',
  id: 'update-user-topic',
  summary: 'Mute, unmute or follow a topic',
  auth: 'user',
  params: {
    stream_id: json(z.int()).describe('The id of the channel.'),
    topic,
    visibility_policy: json(z.literal([0, 1, 2, 3])).describe('0 is none, 1 is muted, 2 is unmuted, 3 is followed.'),
  },
  result: {},
  errors: [],
  emits,
})

export const muteTopic = endpoint({
  method: 'PATCH',
  path: '/users/me/subscriptions/muted_topics',
  id: 'mute-topic',
  summary: 'Mute or unmute a topic (old form)',
  auth: 'user',
  params: {
    stream_id: json(z.int()).optional().describe('The id of the channel.'),
    stream: z.string().optional().describe('The name of the channel, if its id is not given.'),
    topic,
    op: z.enum(['add', 'remove']).describe('`add` mutes the topic, `remove` ends that.'),
  },
  result: {},
  errors: [],
  emits,
})
