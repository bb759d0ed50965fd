import * as z from 'zod'
import { EmojiReaction } from './reaction.ts'

/** The address of a message. PostgreSQL and JavaScript agree on these numbers. */
export const MessageId = z.int()

/** Which messages of a topic move together. */
export const PropagateMode = z.enum(['change_one', 'change_later', 'change_all'])
export type PropagateMode = z.infer<typeof PropagateMode>

const DirectRecipient = z.strictObject({
  id: z.int(),
  email: z.string(),
  full_name: z.string(),
  is_mirror_dummy: z.boolean(),
})

export const EditHistoryEntry = z.strictObject({
  user_id: z.int().nullable(),
  timestamp: z.int(),
  prev_content: z.string().optional(),
  prev_rendered_content: z.string().optional(),
  prev_stream: z.int().optional(),
  stream: z.int().optional(),
  prev_topic: z.string().optional(),
  topic: z.string().optional(),
})
export type EditHistoryEntry = z.infer<typeof EditHistoryEntry>

const base = {
  id: z.int(),
  type: z.enum(['stream', 'private']),
  avatar_url: z.string().nullable(),
  client: z.string(),
  content: z.string(),
  content_type: z.enum(['text/html', 'text/x-markdown']),
  display_recipient: z.union([z.string(), z.array(DirectRecipient)]),
  edit_history: z.array(EditHistoryEntry).optional(),
  is_me_message: z.boolean(),
  last_edit_timestamp: z.int().optional(),
  last_moved_timestamp: z.int().optional(),
  reactions: z.array(EmojiReaction),
  recipient_id: z.int(),
  sender_email: z.string(),
  sender_full_name: z.string(),
  sender_id: z.int(),
  sender_realm_str: z.string(),
  /** Only for channel messages. */
  stream_id: z.int().optional(),
  subject: z.string(),
  submessages: z.array(
    z.strictObject({
      msg_type: z.string(),
      content: z.string(),
      message_id: z.int(),
      sender_id: z.int(),
      id: z.int(),
    }),
  ),
  timestamp: z.int(),
  topic_links: z.array(z.strictObject({ text: z.string(), url: z.string() })),
}

/** As in events, where the flags stand beside it. */
export const Message = z.strictObject(base)
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
export const FetchedMessage = z.strictObject({
  ...base,
  flags: z.array(MessageFlag),
  match_content: z.string().optional(),
  match_subject: z.string().optional(),
})
export type FetchedMessage = z.infer<typeof FetchedMessage>
