import * as z from 'zod'
import { defaulting, endpoint, flag, ids, json } from '../contract.ts'
import { FetchedMessage, MessageId } from '../objects/message.ts'
import { Narrow } from '../objects/narrow.ts'

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
    // Required, and the handler says what is missing. Many forms; objects/recipients.ts reads them.
    to: z
      .string()
      .optional()
      .describe(
        'For a channel its name or id. For people a JSON list of user ids or of email addresses. It is always required.',
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
  ],
  emits: ['message'],
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

/** In one answer. */
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
