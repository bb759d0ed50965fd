import * as z from 'zod'
import { endpoint, ids, json } from '../contract.ts'

export const updateMessageFlags = endpoint({
  method: 'POST',
  path: '/messages/flags',
  id: 'update-message-flags',
  summary: 'Mark messages as read, starred or collapsed, or take the mark away',
  auth: 'user',
  params: {
    messages: json(ids()),
    // Plain text: the contract's texts for a wrong one are not those of a closed list, though one of them is.
    op: z.string().meta({ enum: ['add', 'remove'] }),
    flag: z.string(),
  },
  result: { messages: z.array(z.int()), ignored_because_not_subscribed_channels: z.array(z.int()) },
  errors: [],
  emits: ['update_message_flags'],
})
