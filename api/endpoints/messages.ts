import * as z from 'zod'
import { defaulting, endpoint, flag, ids, json } from '../contract.ts'
import { Attachment } from '../objects/attachment.ts'
import { FetchedMessage, MessageId, PropagateMode } from '../objects/message.ts'
import { Narrow } from '../objects/narrow.ts'
import { shortText } from '../objects/short-text.ts'

const apply_markdown = flag(true).describe('Return the content as HTML. Otherwise as Markdown, as it was typed.')
const allow_empty_topic_name = flag(false).describe(
  'Return the empty topic as an empty text. Otherwise as `realm_empty_topic_display_name`.',
)

export const sendMessage = endpoint({
  method: 'POST',
  path: '/messages',
  id: 'send-message',
  group: 'Messages',
  summary: 'Send a message',
  description: 'Sends a message to a channel, or directly to people. Everybody can, where they are allowed to post.',
  auth: 'user',
  webhookBots: true,
  params: {
    type: z
      .enum(['direct', 'channel', 'stream', 'private'])
      .describe('Where to: `channel` or `direct`. `stream` and `private` are their earlier names.'),
    // Mostly required, and the handler says what is missing. Many forms; objects/recipients.ts reads them.
    to: z
      .string()
      .optional()
      .describe(
        'For a channel its name or id. For people a JSON list of user ids or of email addresses. It is required, except for a channel message of a bot with a default channel.',
      ),
    content: z.string().describe('The text, in Markdown. It is cut after `max_message_length` characters.'),
    topic: z
      .string()
      .optional()
      .describe('The topic. It is required for channels, and an empty text is the empty topic.'),
    // Kept with the message: short.
    queue_id: z.string().max(500).optional().describe('A queue of the client, for `local_id`.'),
    local_id: z
      .string()
      .max(500)
      .optional()
      .describe('A name that the client gives the message. The event in the queue `queue_id` carries it.'),
    read_by_sender: json(z.boolean())
      .optional()
      .describe('Whether the message is read for its sender at once. Without it, that depends on the client.'),
    widget_content: shortText(10_000)
      .optional()
      .describe('A form with choices that clients show below the message, as JSON text. Bots use it.'),
  },
  aliases: { subject: 'topic' },
  headers: { 'Idempotency-Key': 'The same key with the same content is the same message, however often it is sent.' },
  result: {
    id: z.int().describe('The id of the new message.'),
    message_url: z.string().describe('The address of the message.'),
    message_link: z.string().describe('A Markdown link to the message. For a direct message it is the address alone.'),
    automatic_new_visibility_policy: z
      .literal([2, 3])
      .optional()
      .describe('The new setting of the topic, if sending changed it: 2 unmuted, 3 followed.'),
  },
  errors: [
    'REQUEST_CONFUSING_VAR',
    'STREAM_DOES_NOT_EXIST',
    'STREAM_WILDCARD_MENTION_NOT_ALLOWED',
    'TOPIC_WILDCARD_MENTION_NOT_ALLOWED',
  ],
  badRequests: [
    'The channel, the topic or the recipients are missing.',
    'The message is empty.',
    'The sender is not allowed to post there.',
    'The `Idempotency-Key` was used for another message.',
    '`widget_content` is not a form that clients know.',
  ],
  emits: ['message', 'user_topic', 'muted_topics', 'attachment', 'realm_user', 'user_status'],
})

export const renderMessage = endpoint({
  method: 'POST',
  path: '/messages/render',
  id: 'render-message',
  group: 'Messages',
  summary: 'Render Markdown as HTML',
  description: 'Returns the HTML that a text would have as a message of the caller. Nothing is sent.',
  auth: 'user',
  params: { content: z.string().describe('The text, in Markdown.') },
  result: { rendered: z.string().describe('The HTML.') },
  errors: [],
})

/** One answer has at most this number of messages. */
export const MOST_MESSAGES = 5_000

export const getMessages = endpoint({
  method: 'GET',
  path: '/messages',
  id: 'get-messages',
  group: 'Messages',
  summary: 'Fetch messages',
  description:
    'Returns messages around an anchor, or by their ids, that match a narrow. Without an account only messages of web-public channels are found.',
  auth: 'optional',
  params: {
    anchor: z
      .string()
      .optional()
      .describe(
        'Where to begin: a message id, `newest`, `oldest`, `first_unread` or `date`. It is required without `message_ids`.',
      ),
    include_anchor: defaulting(json(z.boolean()), true).describe('Include the message at the anchor.'),
    anchor_date: z
      .string()
      .optional()
      .describe('With the anchor `date`: a day or time in ISO 8601, in UTC if it has no time zone.'),
    // Required unless message_ids is given: the handler says which one is missing.
    num_before: json(z.int().min(0))
      .optional()
      .describe('How many messages before the anchor. It is required without `message_ids`.'),
    num_after: json(z.int().min(0))
      .optional()
      .describe('How many messages after the anchor. It is required without `message_ids`.'),
    narrow: json(Narrow)
      .default([])
      .describe('Only messages that match all of these terms. Each has an operator and an operand.'),
    client_gravatar: flag(true).describe('The client computes pictures from email addresses.'),
    apply_markdown,
    use_first_unread_anchor: defaulting(json(z.boolean()), false).describe(
      'Deprecated. The same as the anchor `first_unread`.',
    ),
    message_ids: json(ids())
      .optional()
      .describe(
        'The ids of the messages to return, instead of an anchor. Those the caller cannot access are left out.',
      ),
    allow_empty_topic_name,
  },
  result: {
    // `newest` is 10^16, beyond the integers zod takes for safe; it is exact all the same.
    anchor: z
      .number()
      .meta({ type: 'integer' })
      .optional()
      .describe('The message id that the anchor stands for. It is absent with `message_ids`.'),
    found_newest: z.boolean().describe('True when there are no later messages in the narrow.'),
    found_oldest: z.boolean().describe('True when there are no earlier messages in the narrow.'),
    found_anchor: z.boolean().describe('True when the anchor is one of the messages.'),
    history_limited: z.boolean().describe('True when a plan hides earlier messages. Always false on this server.'),
    messages: z.array(FetchedMessage).describe('The messages, the oldest first.'),
  },
  errors: ['BAD_NARROW'],
  badRequests: [
    'The anchor, `num_before` or `num_after` is missing or invalid.',
    'More than 5000 messages are asked for.',
    '`message_ids` is combined with an anchor.',
  ],
  weight({ num_before: before = 0, num_after: after = 0, message_ids: ids = [] }) {
    const asked = Math.min(Math.max(before + after, ids.length), MOST_MESSAGES)
    return Math.max(1, Math.ceil(asked / 1_000))
  },
})

export const getMessage = endpoint({
  method: 'GET',
  path: '/messages/{message_id}',
  id: 'get-message',
  group: 'Messages',
  summary: 'Fetch one message',
  description: 'Returns a message that the caller can read.',
  auth: 'user',
  params: { message_id: json(MessageId).describe('The id of the message.'), apply_markdown, allow_empty_topic_name },
  result: {
    message: FetchedMessage.describe('The message.'),
    raw_content: z.string().describe('Deprecated. The Markdown of the message.'),
  },
  errors: [],
  badRequests: ['The message does not exist, or the caller cannot read it.'],
})

const message_id = json(MessageId).describe('The id of the message.')

export const updateMessage = endpoint({
  method: 'PATCH',
  path: '/messages/{message_id}',
  id: 'update-message',
  group: 'Messages',
  summary: 'Edit a message or move messages',
  description:
    'Changes the content of a message, or moves messages to another topic or channel. Who may do what, and for how long, depends on settings of the organization and the channel.',
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
  aliases: { subject: 'topic' },
  result: {
    detached_uploads: z
      .array(Attachment)
      .describe(
        'Files of the caller that no message links to any more because of the edit. Ask whether to delete them.',
      ),
  },
  errors: [
    'REQUEST_CONFUSING_VAR',
    'EXPECTATION_MISMATCH',
    'MOVE_MESSAGES_TIME_LIMIT_EXCEEDED',
    'STREAM_WILDCARD_MENTION_NOT_ALLOWED',
    'TOPIC_WILDCARD_MENTION_NOT_ALLOWED',
  ],
  badRequests: [
    'The caller cannot access the message, or may not change it.',
    'Nothing would change.',
    'The time limit has passed.',
    'The new channel does not exist, or the caller may not post there.',
  ],
  emits: [
    'update_message',
    'delete_message',
    'message',
    'update_message_flags',
    'user_topic',
    'muted_topics',
    'stream',
    'attachment',
  ],
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
  group: 'Messages',
  summary: 'List the versions of a message',
  description: 'Returns every version of a message. The organization can show only moves, or nothing.',
  auth: 'user',
  params: {
    message_id,
    allow_empty_topic_name: flag(false).describe('Whether the empty topic is given as the empty text.'),
  },
  result: { message_history: z.array(HistorySnapshot).describe('The versions, the oldest first.') },
  errors: [],
  badRequests: ['The caller cannot access the message.', 'The organization does not show the history of messages.'],
})

export const deleteMessage = endpoint({
  method: 'DELETE',
  path: '/messages/{message_id}',
  id: 'delete-message',
  group: 'Messages',
  summary: 'Delete a message for good',
  description:
    'Deletes a message for everybody. Some people may delete any message, others only their own, and for some time only.',
  auth: 'user',
  params: { message_id },
  result: {},
  errors: [],
  badRequests: ['The caller cannot access the message, or may not delete it.', 'The time limit has passed.'],
  emits: ['delete_message', 'stream', 'attachment'],
})

export const deleteTopic = endpoint({
  method: 'POST',
  path: '/streams/{stream_id}/delete_topic',
  id: 'delete-topic',
  group: 'Messages',
  summary: 'Delete a topic with all its messages',
  description: 'Deletes the messages of a topic, the newest first. A large topic needs several requests.',
  auth: 'administrator',
  params: {
    stream_id: json(z.int()).describe('The id of the channel.'),
    topic_name: z.string().describe('The name of the topic.'),
  },
  result: { complete: z.boolean().describe('Whether all messages are deleted. If not, ask again.') },
  errors: [],
  badRequests: ['The caller cannot access the channel.'],
  emits: ['delete_message', 'stream', 'user_topic', 'muted_topics', 'attachment'],
})

export const checkMessagesMatchNarrow = endpoint({
  method: 'GET',
  path: '/messages/matches_narrow',
  id: 'check-messages-match-narrow',
  group: 'Messages',
  summary: 'Check which messages match a narrow',
  description: 'Returns those of the given messages that the caller has received and that match a narrow.',
  auth: 'user',
  params: {
    msg_ids: json(ids()).describe('The ids of the messages.'),
    narrow: json(Narrow).describe('The narrow.'),
  },
  result: {
    messages: z
      .record(
        z.string(),
        z.strictObject({
          match_content: z.string().describe('The HTML of the message, with what was searched for highlighted.'),
          match_subject: z.string().describe('The topic as HTML, with what was searched for highlighted.'),
        }),
      )
      .describe('The messages that match, by their ids.'),
  },
  errors: ['BAD_NARROW'],
  badRequests: ['There are too many ids.'],
})

export const reportMessage = endpoint({
  method: 'POST',
  path: '/messages/{message_id}/report',
  id: 'report-message',
  group: 'Messages',
  summary: 'Report a message to the moderators',
  description: 'Sends a report of a message to the channel that the organization has chosen for such reports.',
  auth: 'user',
  params: {
    message_id,
    report_type: z
      .enum(['spam', 'harassment', 'inappropriate', 'norms', 'other'])
      .describe('What is wrong with the message.'),
    description: z
      .string()
      .max(1000)
      .optional()
      .describe('What else the moderators should know. It is required for the type `other`.'),
  },
  result: {},
  errors: [],
  badRequests: [
    'The caller cannot access the message.',
    'The organization has no channel for reports.',
    'The description is missing.',
  ],
  emits: ['message'],
})
