import { endpoint, json } from '../contract.ts'
import { MessageId } from '../objects/message.ts'
import { shortText } from '../objects/short-text.ts'

/** It may be as long as a message. */
const MAX_SUBMESSAGE_LENGTH = 10_000

export const addSubmessage = endpoint({
  method: 'POST',
  path: '/submessage',
  id: 'add-submessage',
  group: 'Messages',
  summary: 'Vote in a poll or change a to-do',
  description:
    'Adds a submessage to a message that the caller can read, such as a vote in a poll. The sender of the message adds the first one.',
  auth: 'user',
  params: {
    message_id: json(MessageId).describe('The id of the message.'),
    msg_type: shortText(50).describe('The kind of the submessage. Clients use `widget`.'),
    content: shortText(MAX_SUBMESSAGE_LENGTH).describe('The data of the submessage, as JSON text.'),
  },
  result: {},
  errors: [],
  badRequests: [
    'The message does not exist, or the caller cannot read it.',
    'The message has no submessage of its sender yet, and the caller is not its sender.',
    'The content is not JSON, or the poll or to-do list does not know it.',
    'Only the sender of the message may change the question of a poll or the title of a to-do list.',
    'The message has too many submessages.',
    'The caller added more than 50 kB to the message.',
  ],
  emits: ['submessage', 'user_topic', 'muted_topics'],
})
