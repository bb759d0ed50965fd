import * as z from 'zod'
import { Message, MessageFlag, PropagateMode } from '../objects/message.ts'
import { UnreadMessages } from '../objects/personal.ts'
import { emojiReactionShape } from '../objects/reaction.ts'
import { event, registerFields } from './base.ts'

export const MessageEvent = event('message', {
  message: Message.describe('The message.'),
  flags: z.array(MessageFlag).describe('What the message is for this user, such as mentioned or read.'),
  /** It is only in the queue that the send named. */
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
  /** The keys are message ids. It is present only when `read` is removed. */
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

export const SubmessageAdded = event('submessage', {
  msg_type: z.string().describe('The kind of the submessage, such as `widget`.'),
  content: z.string().describe('The data of the submessage, as JSON text.'),
  message_id: z.int().describe('The id of the message that it belongs to.'),
  sender_id: z.int().describe('The id of the user who added it.'),
  submessage_id: z.int().describe('The id of the submessage.'),
}).describe('Somebody voted in a poll, changed a to-do list, or added other data to a message.')

/** Content, topic or channel of messages changed. */
export const MessageUpdated = event('update_message', {
  user_id: z.int().nullable().describe('Who changed it. Null if the server changed only the rendering.'),
  rendering_only: z.boolean().describe('Whether only the HTML changed, such as by a preview of a link.'),
  message_id: z.int().describe('The message that the request named.'),
  message_ids: z.array(z.int()).describe('All messages that changed, in ascending order.'),
  flags: z.array(MessageFlag).describe('The flags of the message for the receiver of the event.'),
  edit_timestamp: z.int().describe('When it was changed.'),
  stream_name: z.string().optional().describe('The name of the channel before the change.'),
  stream_id: z.int().optional().describe('The channel before the change. Absent for direct messages.'),
  new_stream_id: z.int().optional().describe('The channel that the messages were moved to.'),
  propagate_mode: PropagateMode.optional().describe('Which messages of the topic were moved.'),
  orig_subject: z.string().optional().describe('The topic before the change, if messages were moved.'),
  subject: z.string().optional().describe('The new topic, if it changed.'),
  topic_links: z
    .array(
      z.strictObject({
        text: z.string().describe('The part of the topic that is a link.'),
        url: z.string().describe('The address of the link.'),
      }),
    )
    .optional()
    .describe('The links that linkifiers find in the new topic.'),
  orig_content: z.string().optional().describe('The source before the change, if it changed.'),
  orig_rendered_content: z.string().optional().describe('The HTML before the change, if the source changed.'),
  content: z.string().optional().describe('The new source.'),
  rendered_content: z.string().optional().describe('The new HTML.'),
  is_me_message: z.boolean().optional().describe('Whether it is a /me message now.'),
}).describe('The content of a message was edited, or messages were moved.')

/** Messages of one conversation are gone, or not accessible any more. */
export const MessagesDeleted = event('delete_message', {
  message_ids: z
    .array(z.int())
    .optional()
    .describe('The messages, for clients with the capability bulk_message_deletion.'),
  message_id: z.int().optional().describe('The message, for clients without that capability.'),
  message_type: z.enum(['private', 'stream']).describe('Whether they were direct messages or in a channel.'),
  stream_id: z.int().optional().describe('The channel they were in. Absent for direct messages.'),
  topic: z.string().optional().describe('The topic they were in. Absent for direct messages.'),
}).describe('Messages were deleted, or the user cannot read them any more.')

export const messageFields = registerFields('message', {
  max_message_id: z.int().describe('Deprecated. The id of the newest message that the caller received, or -1.'),
})

export const recentPrivateConversationsFields = registerFields('recent_private_conversations', {
  recent_private_conversations: z
    .array(
      z.strictObject({
        max_message_id: z.int().describe('The id of the newest message.'),
        user_ids: z.array(z.int()).describe('The ids of the other people. The list is empty for messages to oneself.'),
      }),
    )
    .describe('The direct message conversations of the caller.'),
})

/** The client has to ask for `message` as well. */
export const updateMessageFlagsFields = registerFields('update_message_flags', {
  unread_msgs: UnreadMessages.describe('The unread messages of the caller. It needs the type `message` too.'),
})

export const starredMessagesFields = registerFields('starred_messages', {
  starred_messages: z.array(z.int()).describe('The ids of the messages that the caller starred.'),
})
