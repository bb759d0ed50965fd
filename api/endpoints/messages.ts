import * as z from 'zod'
import { defaulting, endpoint, flag, ids, json } from '../contract.ts'
import { FetchedMessage, MessageId, PropagateMode } from '../objects/message.ts'
import { Narrow } from '../objects/narrow.ts'

export const sendMessage = endpoint({
  method: 'POST',
  path: '/messages',
  id: 'send-message',
  summary: 'Send a message to a channel or to people',
  auth: 'user',
  webhookBots: true,
  params: {
    type: z.enum(['direct', 'channel', 'stream', 'private']),
    // Required, and the handler says what is missing. Many forms; objects/recipients.ts reads them.
    to: z.string().optional(),
    content: z.string(),
    // Required for channels; `""` is the empty topic.
    topic: z.string().optional(),
    // Kept with the message: short.
    queue_id: z.string().max(500).optional(),
    local_id: z.string().max(500).optional(),
    read_by_sender: json(z.boolean()).optional(),
  },
  aliases: { subject: 'topic' },
  headers: { 'Idempotency-Key': 'The same key with the same content is the same message, however often it is sent' },
  result: {
    id: z.int(),
    message_url: z.string(),
    message_link: z.string(),
    automatic_new_visibility_policy: z.literal([2, 3]).optional(),
  },
  errors: [
    'REQUEST_CONFUSING_VAR',
    'STREAM_DOES_NOT_EXIST',
    'STREAM_WILDCARD_MENTION_NOT_ALLOWED',
    'TOPIC_WILDCARD_MENTION_NOT_ALLOWED',
  ],
  emits: ['message'],
})

export const renderMessage = endpoint({
  method: 'POST',
  path: '/messages/render',
  id: 'render-message',
  summary: 'The HTML of a text, as if it were sent',
  auth: 'user',
  params: { content: z.string() },
  result: { rendered: z.string() },
  errors: [],
})

/** In one answer. */
export const MOST_MESSAGES = 5_000

export const getMessages = endpoint({
  method: 'GET',
  path: '/messages',
  id: 'get-messages',
  summary: 'Messages around an anchor in a narrow, or by their ids',
  auth: 'optional',
  params: {
    anchor: z.string().optional(),
    include_anchor: defaulting(json(z.boolean()), true),
    anchor_date: z.string().optional(),
    // Required unless message_ids is given: the handler says which one is missing.
    num_before: json(z.int().min(0)).optional(),
    num_after: json(z.int().min(0)).optional(),
    narrow: json(Narrow).default([]),
    client_gravatar: flag(true),
    apply_markdown: flag(true),
    use_first_unread_anchor: defaulting(json(z.boolean()), false),
    message_ids: json(ids()).optional(),
    allow_empty_topic_name: flag(false),
  },
  result: {
    // Absent when messages were asked for by their ids.
    // `newest` is 10^16, beyond the integers zod takes for safe; it is exact all the same.
    anchor: z.number().meta({ type: 'integer' }).optional(),
    found_newest: z.boolean(),
    found_oldest: z.boolean(),
    found_anchor: z.boolean(),
    history_limited: z.boolean(),
    messages: z.array(FetchedMessage),
  },
  errors: ['BAD_NARROW'],
  weight({ num_before: before = 0, num_after: after = 0, message_ids: ids = [] }) {
    const asked = Math.min(Math.max(before + after, ids.length), MOST_MESSAGES)
    return Math.max(1, Math.ceil(asked / 1_000))
  },
})

export const getMessage = endpoint({
  method: 'GET',
  path: '/messages/{message_id}',
  id: 'get-message',
  summary: 'One message',
  auth: 'user',
  params: { message_id: json(MessageId), apply_markdown: flag(true), allow_empty_topic_name: flag(false) },
  result: { message: FetchedMessage, raw_content: z.string() },
  errors: [],
})

const message_id = json(MessageId).describe('The id of the message.')

const Attachment = z.strictObject({
  id: z.int().describe('The id of the file.'),
  name: z.string().describe('The name of the file.'),
  path_id: z.string().describe('Where the file lies among the uploads.'),
  size: z.int().describe('Its size in bytes.'),
  create_time: z.int().describe('When it was uploaded.'),
  message_ids: z.array(z.int()).describe('The messages that link to it.'),
})

export const updateMessage = endpoint({
  method: 'PATCH',
  path: '/messages/{message_id}',
  id: 'update-message',
  summary: 'Edit a message or move messages',
  auth: 'user',
  params: {
    message_id,
    topic: z.string().optional().describe('The topic to move to. The empty text is the empty topic.'),
    propagate_mode: PropagateMode.default('change_one').describe(
      'Which messages of the topic are moved: only this one, this one and all later ones, or all of them.',
    ),
    send_notification_to_old_thread: flag(false).describe('Whether a notice is left in the old topic.'),
    send_notification_to_new_thread: flag(true).describe('Whether a notice is sent to the new topic.'),
    content: z.string().optional().describe('The new source. Blank text becomes `(deleted)`.'),
    prev_content_sha256: z
      .string()
      .optional()
      .describe('The SHA-256 of the source that the client has, in hex. The edit is refused if the source is another.'),
    stream_id: json(z.int()).optional().describe('The channel to move to.'),
    expected_last_message_id: json(z.int())
      .optional()
      .describe('The newest message that the client expects to move. If it is another, nothing is moved.'),
    expected_message_count: json(z.int())
      .optional()
      .describe('The number of messages that the client expects to move. If it is another, nothing is moved.'),
  },
  result: {
    detached_uploads: z.array(Attachment).describe('Files that no message links to any more because of the edit.'),
  },
  errors: [
    'EXPECTATION_MISMATCH',
    'MOVE_MESSAGES_TIME_LIMIT_EXCEEDED',
    'STREAM_WILDCARD_MENTION_NOT_ALLOWED',
    'TOPIC_WILDCARD_MENTION_NOT_ALLOWED',
  ],
  emits: ['update_message', 'delete_message', 'message', 'update_message_flags'],
})

const HistorySnapshot = z.strictObject({
  topic: z.string().describe('The topic after the edit.'),
  prev_topic: z.string().optional().describe('The topic before the edit, if it changed.'),
  stream: z.int().optional().describe('The channel after the edit, if it changed.'),
  prev_stream: z.int().optional().describe('The channel before the edit, if it changed.'),
  content: z.string().describe('The source after the edit.'),
  rendered_content: z.string().describe('The HTML after the edit.'),
  prev_content: z.string().optional().describe('The source before the edit, if it changed.'),
  prev_rendered_content: z.string().optional().describe('The HTML before the edit, if the source changed.'),
  content_html_diff: z.string().optional().describe('What changed in the source, as HTML.'),
  user_id: z.int().nullable().describe('Who made the edit.'),
  timestamp: z.int().describe('When it was made.'),
})

export const getMessageHistory = endpoint({
  method: 'GET',
  path: '/messages/{message_id}/history',
  id: 'get-message-history',
  summary: 'List the versions of a message',
  auth: 'user',
  params: {
    message_id,
    allow_empty_topic_name: flag(false).describe('Whether the empty topic is given as the empty text.'),
  },
  result: { message_history: z.array(HistorySnapshot).describe('The versions, the oldest first.') },
  errors: [],
})

export const deleteMessage = endpoint({
  method: 'DELETE',
  path: '/messages/{message_id}',
  id: 'delete-message',
  summary: 'Delete a message for good',
  auth: 'user',
  params: { message_id },
  result: {},
  errors: [],
  emits: ['delete_message'],
})

export const deleteTopic = endpoint({
  method: 'POST',
  path: '/streams/{stream_id}/delete_topic',
  id: 'delete-topic',
  summary: 'Delete a topic with all its messages',
  auth: 'administrator',
  params: {
    stream_id: json(z.int()).describe('The id of the channel.'),
    topic_name: z.string().describe('The name of the topic.'),
  },
  result: { complete: z.boolean().describe('Whether all messages are deleted. If not, ask again.') },
  errors: [],
  emits: ['delete_message'],
})
