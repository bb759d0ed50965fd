import * as z from 'zod'
import { endpoint, ids, json } from '../contract.ts'
import { DeliveryTime } from '../objects/delivery-time.ts'
import { ScheduledMessage } from '../objects/personal.ts'

const type = z
  .enum(['direct', 'channel', 'stream', 'private'])
  .describe('`channel` (or `stream`) for a channel message, `direct` (or `private`) for a direct message.')
const to = json(z.union([z.int(), ids()])).describe('The id of the channel, or the list of the ids of the recipients.')
const content = z.string().describe('The text in Markdown.')
const topic = z.string().describe('The topic of a channel message. Direct messages ignore it.')
const deliveryTime = json(DeliveryTime).describe('When to send it, in UNIX seconds. It must be in the future.')
const id = json(z.int()).describe('The id of the scheduled message.')

/** Whatever can refuse a message can refuse it when it is scheduled. */
const sendErrors = [
  'STREAM_DOES_NOT_EXIST',
  'STREAM_WILDCARD_MENTION_NOT_ALLOWED',
  'TOPIC_WILDCARD_MENTION_NOT_ALLOWED',
] as const

export const getScheduledMessages = endpoint({
  method: 'GET',
  path: '/scheduled_messages',
  id: 'get-scheduled-messages',
  group: 'Drafts and scheduled messages',
  summary: 'List your scheduled messages',
  description: 'Lists the scheduled messages of the caller that are not sent yet.',
  auth: 'user',
  params: {},
  result: {
    scheduled_messages: z
      .array(ScheduledMessage)
      .describe('Messages that are not sent yet, also failed ones, by the time of delivery.'),
  },
  errors: [],
})

export const createScheduledMessage = endpoint({
  method: 'POST',
  path: '/scheduled_messages',
  id: 'create-scheduled-message',
  group: 'Drafts and scheduled messages',
  summary: 'Schedule a message',
  description:
    'Stores a message that the server sends later as the caller, who must be allowed to send it now and then.',
  auth: 'user',
  params: {
    type,
    to,
    content,
    topic: topic.optional(),
    scheduled_delivery_timestamp: deliveryTime,
    read_by_sender: json(z.boolean())
      .optional()
      .describe('Whether the sent message is read for its sender. If absent, the client and the recipients decide.'),
  },
  result: { scheduled_message_id: z.int().describe('The id of the new scheduled message.') },
  errors: sendErrors,
  badRequests: [
    'The time is not in the future.',
    'The topic or the recipients are missing, or the message is empty.',
    'The caller is not allowed to post there.',
    'The caller has 500 scheduled messages.',
  ],
  emits: ['scheduled_messages'],
})

export const updateScheduledMessage = endpoint({
  method: 'PATCH',
  path: '/scheduled_messages/{scheduled_message_id}',
  id: 'update-scheduled-message',
  group: 'Drafts and scheduled messages',
  summary: 'Edit a scheduled message',
  description: 'Changes a scheduled message of the caller. A failed one needs a new time and is retried.',
  auth: 'user',
  params: {
    scheduled_message_id: id,
    type: type.optional(),
    to: to.optional(),
    content: content.optional(),
    topic: topic.optional(),
    scheduled_delivery_timestamp: deliveryTime.optional(),
  },
  result: {},
  errors: sendErrors,
  badRequests: [
    'The scheduled message does not exist (404), or was sent already.',
    'The time is not in the future.',
    'Nothing is to be changed.',
    'The type changes, and the recipients or the topic are missing.',
  ],
  emits: ['scheduled_messages'],
})

export const deleteScheduledMessage = endpoint({
  method: 'DELETE',
  path: '/scheduled_messages/{scheduled_message_id}',
  id: 'delete-scheduled-message',
  group: 'Drafts and scheduled messages',
  summary: 'Delete a scheduled message',
  description: 'Deletes a scheduled message of the caller, so that it is not sent.',
  auth: 'user',
  params: { scheduled_message_id: id },
  result: {},
  errors: [],
  badRequests: ['The scheduled message does not exist (404).'],
  emits: ['scheduled_messages'],
})
