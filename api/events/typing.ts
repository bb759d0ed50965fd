import * as z from 'zod'
import { event } from './base.ts'

const Person = z.strictObject({
  user_id: z.int().describe('The id of the user.'),
  email: z.string().describe('The address of the user for the API.'),
})

const fields = {
  message_type: z.enum(['direct', 'stream']).describe('Whether the message will be a direct or a channel message.'),
  sender: Person.describe('Who is typing.'),
  /** Everybody in the conversation, for direct messages. */
  recipients: z.array(Person).optional().describe('Everybody in the conversation. It is present for direct messages.'),
  stream_id: z.int().optional().describe('The id of the channel. It is present for channel messages.'),
  topic: z.string().optional().describe('The topic. It is present for channel messages.'),
}

export const TypingStarted = event('typing', { op: z.literal('start').describe('Somebody started typing.'), ...fields })
export const TypingStopped = event('typing', { op: z.literal('stop').describe('Somebody stopped typing.'), ...fields })
