import * as z from 'zod'
import { endpoint, json } from '../contract.ts'
import { MessageId } from '../objects/message.ts'

export const updateMessageFlags = endpoint({
  method: 'POST',
  path: '/messages/flags',
  id: 'update-message-flags',
  summary: 'Mark messages as read, starred or collapsed, or take the mark away',
  auth: 'user',
  params: {
    messages: json(z.array(MessageId)),
    // Plain text: the contract's texts for a wrong one are not those of a closed list.
    op: z.string(),
    flag: z.string(),
  },
  result: { messages: z.array(z.int()), ignored_because_not_subscribed_channels: z.array(z.int()) },
  errors: [],
  emits: ['update_message_flags'],
})
