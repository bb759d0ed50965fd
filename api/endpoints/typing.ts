import * as z from 'zod'
import { endpoint, ids, json } from '../contract.ts'

export const setTypingStatus = endpoint({
  method: 'POST',
  path: '/typing',
  id: 'set-typing-status',
  group: 'Presence',
  summary: 'Show that you are typing',
  description: 'Tells the other people of a conversation that the caller has started or stopped typing.',
  auth: 'user',
  params: {
    type: z
      .enum(['direct', 'stream', 'channel', 'private'])
      .default('direct')
      .describe(
        'What is being typed: a `direct` or a `channel` message. `private` and `stream` are their earlier names.',
      ),
    op: z.enum(['start', 'stop']).describe('Whether the caller has started or stopped typing.'),
    // Which of these is needed depends on the type: the handler says what is missing.
    to: json(ids()).optional().describe('The ids of the people. It is required for direct messages.'),
    stream_id: json(z.int()).optional().describe('The id of the channel. It is required for channel messages.'),
    topic: z.string().optional().describe('The topic. It is required for channel messages.'),
  },
  result: {},
  errors: [],
  badRequests: [
    'The people, the channel or the topic are missing or do not exist.',
    'The caller has disabled typing notifications.',
  ],
  emits: ['typing'],
})
