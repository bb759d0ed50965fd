import * as z from 'zod'
import { event } from './base.ts'

const Person = z.strictObject({ user_id: z.int(), email: z.string() })

const fields = {
  message_type: z.enum(['direct', 'stream']),
  sender: Person,
  /** Everybody in the conversation, for direct messages. */
  recipients: z.array(Person).optional(),
  stream_id: z.int().optional(),
  topic: z.string().optional(),
}

export const TypingStarted = event('typing', { op: z.literal('start'), ...fields })
export const TypingStopped = event('typing', { op: z.literal('stop'), ...fields })
