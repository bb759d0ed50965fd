import * as z from 'zod'
import { endpoint, ids, json } from '../contract.ts'

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
