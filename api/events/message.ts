import * as z from 'zod'
import { Message, MessageFlag } from '../objects/message.ts'
import { emojiReactionShape } from '../objects/reaction.ts'
import { event } from './base.ts'

export const MessageEvent = event('message', {
  message: Message,
  flags: z.array(MessageFlag),
  /** Only in the queue that the send named. */
  local_message_id: z.string().optional(),
})

const flagChange = { flag: MessageFlag, messages: z.array(z.int()), all: z.boolean() }

export const FlagsAdded = event('update_message_flags', {
  op: z.literal('add'),
  operation: z.literal('add'),
  ...flagChange,
})

/** What a client needs to count a message as unread that it may never have fetched. */
const UnreadDetails = z.strictObject({
  type: z.enum(['private', 'stream']),
  mentioned: z.boolean().optional(),
  user_ids: z.array(z.int()).optional(),
  stream_id: z.int().optional(),
  topic: z.string().optional(),
  unmuted_stream_msg: z.boolean().optional(),
})

export const FlagsRemoved = event('update_message_flags', {
  op: z.literal('remove'),
  operation: z.literal('remove'),
  ...flagChange,
  /** By message id; only when `read` is removed. */
  message_details: z.record(z.string(), UnreadDetails).optional(),
})

export const ReactionAdded = event('reaction', { op: z.literal('add'), message_id: z.int(), ...emojiReactionShape })
export const ReactionRemoved = event('reaction', {
  op: z.literal('remove'),
  message_id: z.int(),
  ...emojiReactionShape,
})
