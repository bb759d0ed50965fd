import * as z from 'zod'
import { endpoint, flag, json } from '../contract.ts'
import { RecentConversation } from '../objects/recent-conversation.ts'

/** It looks at every conversation of the caller. */
const WEIGHT = 5

export const getRecentConversations = endpoint({
  method: 'GET',
  path: '/recent_conversations',
  id: 'get-recent-conversations',
  group: 'Messages',
  summary: 'List recent conversations',
  description:
    'Lists the topics of the channels that the caller is subscribed to, and their direct messages, by the newest message that they can read. Archived channels are left out.',
  auth: 'user',
  params: {
    before: json(z.int().min(1))
      .optional()
      .describe('Only conversations whose newest message has a lower id, to read the next page.'),
    limit: json(z.int().min(1).max(1_000)).default(200).describe('The most conversations to return.'),
    allow_empty_topic_name: flag(false).describe('Whether the topic without a name is listed with an empty name.'),
  },
  result: {
    conversations: z.array(RecentConversation).describe('The conversations, the one with the newest message first.'),
    found_oldest: z.boolean().describe('Whether there are no further conversations.'),
  },
  errors: [],
  weight: () => WEIGHT,
})
