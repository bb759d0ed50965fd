import * as z from 'zod'
import { endpoint, flag as flagParameter, ids, json } from '../contract.ts'
import { MessageId } from '../objects/message.ts'
import { Narrow } from '../objects/narrow.ts'

export const updateMessageFlags = endpoint({
  method: 'POST',
  path: '/messages/flags',
  id: 'update-message-flags',
  group: 'Reading',
  summary: 'Mark messages as read or starred',
  description: 'Adds or removes a flag on messages that the caller can read. Only the caller sees their flags.',
  auth: 'user',
  params: {
    messages: json(ids()).describe('The ids of the messages.'),
    // Plain text: the contract's texts for a wrong one are not those of a closed list, though one of them is.
    op: z
      .string()
      .meta({ enum: ['add', 'remove'] })
      .describe('Whether to add or to remove the flag.'),
    flag: z.string().describe('The flag: `read`, `starred` or `collapsed`.'),
  },
  result: {
    messages: z.array(z.int()).describe('The ids of the messages that were changed.'),
    ignored_because_not_subscribed_channels: z
      .array(z.int())
      .describe('The channels whose messages cannot become unread, because the caller is not subscribed.'),
  },
  errors: [],
  badRequests: ['The flag does not exist, or cannot be changed.', 'The caller cannot access one of the messages.'],
  emits: ['update_message_flags'],
})

export const updateMessageFlagsForNarrow = endpoint({
  method: 'POST',
  path: '/messages/flags/narrow',
  id: 'update-message-flags-for-narrow',
  group: 'Reading',
  summary: 'Mark the messages of a narrow',
  description:
    'Adds or removes a flag on messages around an anchor in a narrow. At most 5,000 messages are changed at once.',
  auth: 'user',
  params: {
    anchor: z
      .string()
      .meta({ enum: ['newest', 'oldest', 'first_unread'] })
      .describe('Where to begin: the id of a message, `newest`, `oldest` or `first_unread`.'),
    include_anchor: flagParameter(true).describe('Whether the message at the anchor is changed too.'),
    num_before: json(z.int().min(0)).describe('How many messages before the anchor are changed.'),
    num_after: json(z.int().min(0)).describe('How many messages after the anchor are changed.'),
    narrow: json(Narrow).describe('Which messages are meant.'),
    op: z
      .string()
      .meta({ enum: ['add', 'remove'] })
      .describe('Whether to add or to remove the flag.'),
    flag: z.string().describe('The flag: `read`, `starred` or `collapsed`.'),
  },
  result: {
    processed_count: z.int().describe('How many messages were found.'),
    updated_count: z.int().describe('How many of them were changed.'),
    first_processed_id: z.int().nullable().describe('The oldest message that was found. Null if none was.'),
    last_processed_id: z.int().nullable().describe('The newest message that was found. Null if none was.'),
    found_oldest: z.boolean().describe('Whether the oldest message of the narrow was reached.'),
    found_newest: z.boolean().describe('Whether the newest message of the narrow was reached.'),
    ignored_because_not_subscribed_channels: z
      .array(z.int())
      .describe('The channels whose messages cannot become unread, because the caller is not subscribed.'),
  },
  errors: ['BAD_NARROW'],
  badRequests: ['The flag does not exist, or cannot be changed.', 'The anchor is not valid.'],
  emits: ['update_message_flags'],
})

export const markAllAsRead = endpoint({
  method: 'POST',
  path: '/mark_all_as_read',
  id: 'mark-all-as-read',
  group: 'Reading',
  summary: 'Mark all messages as read',
  description: 'Marks every message of the caller as read. Deprecated: flags of a narrow can do the same.',
  auth: 'user',
  params: {},
  result: { complete: z.boolean().describe('Whether all messages are read. If not, ask again.') },
  errors: [],
  emits: ['update_message_flags'],
})

const stream_id = json(z.int()).describe('The id of the channel.')

export const markStreamAsRead = endpoint({
  method: 'POST',
  path: '/mark_stream_as_read',
  id: 'mark-stream-as-read',
  group: 'Reading',
  summary: 'Mark a channel as read',
  description:
    'Marks every message of a channel as read for the caller. Deprecated: flags of a narrow can do the same.',
  auth: 'user',
  params: { stream_id },
  result: {},
  errors: [],
  badRequests: ['The caller cannot access the channel.'],
  emits: ['update_message_flags'],
})

export const markTopicAsRead = endpoint({
  method: 'POST',
  path: '/mark_topic_as_read',
  id: 'mark-topic-as-read',
  group: 'Reading',
  summary: 'Mark a topic as read',
  description: 'Marks every message of a topic as read for the caller. Deprecated: flags of a narrow can do the same.',
  auth: 'user',
  params: { stream_id, topic_name: z.string().describe('The name of the topic.') },
  result: {},
  errors: [],
  badRequests: ['The caller cannot access the channel.', 'There is no such topic.'],
  emits: ['update_message_flags'],
})

export const getReadReceipts = endpoint({
  method: 'GET',
  path: '/messages/{message_id}/read_receipts',
  id: 'get-read-receipts',
  group: 'Reading',
  summary: 'List who has read a message',
  description: 'Returns the people who have read a message, except its sender and those who do not tell.',
  auth: 'user',
  params: { message_id: json(MessageId).describe('The id of the message.') },
  result: { user_ids: z.array(z.int()).describe('The ids of the people, ascending.') },
  errors: [],
  badRequests: ['The caller cannot access the message.', 'The organization does not use read receipts.'],
})
