import * as z from 'zod'
import { endpoint, ids, json } from '../contract.ts'

export const setTypingStatus = endpoint({
  method: 'POST',
  path: '/typing',
  id: 'set-typing-status',
  summary: 'Tell others that the caller has started or stopped typing',
  auth: 'user',
  params: {
    type: z.enum(['direct', 'stream', 'channel', 'private']).default('direct'),
    op: z.enum(['start', 'stop']),
    // Which of these is needed depends on the type: the handler says what is missing.
    to: json(ids()).optional(),
    stream_id: json(z.int()).optional(),
    topic: z.string().optional(),
  },
  result: {},
  errors: [],
  emits: ['typing'],
})
