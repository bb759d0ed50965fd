import * as z from 'zod'
import { EmojiReaction } from './reaction.ts'

/** The address of a message. PostgreSQL and JavaScript agree on these numbers. */
export const MessageId = z.int()

/** Which messages of a topic move together. */
export const PropagateMode = z.enum(['change_one', 'change_later', 'change_all'])
export type PropagateMode = z.infer<typeof PropagateMode>

const DirectRecipient = z.strictObject({
  id: z.int().describe('The id of the user.'),
  email: z.string().describe('The address of the user for the API.'),
  full_name: z.string().describe('The name of the user.'),
  is_mirror_dummy: z.boolean().describe('Deprecated. Always false.'),
})

export const EditHistoryEntry = z.strictObject({
  user_id: z.int().nullable().describe('The id of the user who made the change. It is null when it is not known.'),
  timestamp: z.int().describe('When the change was made, in seconds since 1970.'),
  prev_content: z.string().optional().describe('The text before the change.'),
  prev_rendered_content: z.string().optional().describe('The HTML before the change.'),
  prev_stream: z.int().optional().describe('The id of the channel before the move.'),
  stream: z.int().optional().describe('The id of the channel after the move.'),
  prev_topic: z.string().optional().describe('The topic before the change.'),
  topic: z.string().optional().describe('The topic after the change.'),
})
export type EditHistoryEntry = z.infer<typeof EditHistoryEntry>

const base = {
  id: z.int().describe('The id of the message. Later messages have larger ids.'),
  type: z.enum(['stream', 'private']).describe('`stream` for a channel message, `private` for a direct message.'),
  avatar_url: z
    .string()
    .nullable()
    .describe('The address of the sender picture. It is null when the client computes it from the email address.'),
  client: z.string().describe('The name of the client that sent the message.'),
  content: z.string().describe('The text of the message, as HTML or as Markdown. `content_type` says which.'),
  content_type: z.enum(['text/html', 'text/x-markdown']).describe('The form of `content`.'),
  display_recipient: z
    .union([z.string(), z.array(DirectRecipient)])
    .describe('The name of the channel, or the people of a direct message.'),
  edit_history: z
    .array(EditHistoryEntry)
    .optional()
    .describe('All changes of the message, the newest first. It is absent when there was none.'),
  is_me_message: z
    .boolean()
    .describe('True when the message begins with `/me` and is shown as an action of its sender.'),
  last_edit_timestamp: z.int().optional().describe('When the content was last edited, in seconds since 1970.'),
  last_moved_timestamp: z.int().optional().describe('When the message was last moved, in seconds since 1970.'),
  reactions: z.array(EmojiReaction).describe('The emoji reactions.'),
  recipient_id: z
    .int()
    .describe('A number that is the same for all messages of one channel, or of one group of people.'),
  sender_email: z.string().describe('The address of the sender for the API.'),
  sender_full_name: z.string().describe('The name of the sender.'),
  sender_id: z.int().describe('The id of the sender.'),
  sender_realm_str: z.string().describe('The short name of the organization of the sender.'),
  /** Only channel messages have it. */
  stream_id: z.int().optional().describe('The id of the channel. It is absent in direct messages.'),
  subject: z.string().describe('The topic. It is empty in direct messages.'),
  submessages: z
    .array(
      z.strictObject({
        msg_type: z.string().describe('The kind of the submessage, such as `widget`.'),
        content: z.string().describe('The data of the submessage, as JSON text.'),
        message_id: z.int().describe('The id of the message that it belongs to.'),
        sender_id: z.int().describe('The id of the user who sent it.'),
        id: z.int().describe('The id of the submessage.'),
      }),
    )
    .describe('The data of polls and to-do lists in the message.'),
  timestamp: z.int().describe('When the message was sent, in seconds since 1970.'),
  topic_links: z
    .array(
      z.strictObject({
        text: z.string().describe('The linked part of the topic.'),
        url: z.string().describe('The address that it links to.'),
      }),
    )
    .describe('The links in the topic.'),
}

/** As in events, where the flags stand beside it. */
export const Message = z.strictObject(base).describe('A message as events carry it.')
export type Message = z.infer<typeof Message>

export const MESSAGE_FLAGS = [
  'read',
  'starred',
  'collapsed',
  'mentioned',
  'stream_wildcard_mentioned',
  'topic_wildcard_mentioned',
  'wildcard_mentioned',
  'has_alert_word',
  'historical',
] as const
export const MessageFlag = z.enum(MESSAGE_FLAGS)
export type MessageFlag = z.infer<typeof MessageFlag>

/** As one asks for it: with the caller's flags, and with the hits when it was searched for. */
export const FetchedMessage = z
  .strictObject({
    ...base,
    flags: z.array(MessageFlag).describe('What the message is for the caller, such as read or starred.'),
    match_content: z
      .string()
      .optional()
      .describe('The HTML of the message with search words highlighted. It is present in search results.'),
    match_subject: z
      .string()
      .optional()
      .describe('The topic with search words highlighted. It is present in search results.'),
  })
  .describe('A message with the flags that it has for the caller.')
export type FetchedMessage = z.infer<typeof FetchedMessage>
