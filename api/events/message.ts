import * as z from 'zod'
import { Message, MessageFlag } from '../objects/message.ts'
import { emojiReactionShape } from '../objects/reaction.ts'
import { event } from './base.ts'

export const MessageEvent = event('message', {
  message: Message.describe('The message.'),
  flags: z.array(MessageFlag).describe('What the message is for this user, such as mentioned or read.'),
  /** Only in the queue that the send named. */
  local_message_id: z
    .string()
    .optional()
    .describe('The `local_id` of the send. It is present only in the queue that the send named.'),
}).describe('A message was sent to the user.')

const flagChange = {
  flag: MessageFlag.describe('The flag that changed.'),
  messages: z.array(z.int()).describe('The ids of the messages. The list is empty when `all` is true.'),
  all: z.boolean().describe('True when all messages are meant.'),
}

export const FlagsAdded = event('update_message_flags', {
  op: z.literal('add').describe('The flag was added.'),
  operation: z.literal('add').describe('Deprecated. The same as `op`.'),
  ...flagChange,
})

/** What a client needs to count a message as unread that it may never have fetched. */
const UnreadDetails = z.strictObject({
  type: z.enum(['private', 'stream']).describe('`private` for a direct message, `stream` for a channel message.'),
  mentioned: z.boolean().optional().describe('True when the message mentions the user.'),
  user_ids: z.array(z.int()).optional().describe('The ids of the other people of a direct message.'),
  stream_id: z.int().optional().describe('The id of the channel.'),
  topic: z.string().optional().describe('The topic.'),
  unmuted_stream_msg: z
    .boolean()
    .optional()
    .describe('Deprecated. True when the message is in a channel that is not muted.'),
})

export const FlagsRemoved = event('update_message_flags', {
  op: z.literal('remove').describe('The flag was removed.'),
  operation: z.literal('remove').describe('Deprecated. The same as `op`.'),
  ...flagChange,
  /** By message id; only when `read` is removed. */
  message_details: z
    .record(z.string(), UnreadDetails)
    .optional()
    .describe(
      'What a client needs to count the messages as unread, by message id. It is present when the flag is `read`.',
    ),
})

export const ReactionAdded = event('reaction', {
  op: z.literal('add').describe('A reaction was added.'),
  message_id: z.int().describe('The id of the message.'),
  ...emojiReactionShape,
})
export const ReactionRemoved = event('reaction', {
  op: z.literal('remove').describe('A reaction was removed.'),
  message_id: z.int().describe('The id of the message.'),
  ...emojiReactionShape,
})
