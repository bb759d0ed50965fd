import * as z from 'zod'

export const RecentConversation = z.strictObject({
  stream_id: z.int().optional().describe('The id of the channel. Absent for direct messages.'),
  topic: z.string().optional().describe('The topic in the channel. Absent for direct messages.'),
  user_ids: z
    .array(z.int())
    .optional()
    .describe('The ids of the other people of direct messages, ascending. Absent for a topic.'),
  message_id: z.int().describe('The id of the newest message that the caller can read.'),
  timestamp: z.int().describe('When this message was sent, in UNIX seconds.'),
  sender_id: z.int().describe('The id of its sender.'),
  first_words: z
    .string()
    .describe('The beginning of its text, without markup. Hidden text, such as a spoiler, is left out.'),
  recent_sender_ids: z.array(z.int()).describe('The people who wrote last, at most five, the last one first.'),
  participated: z.boolean().describe('Whether the caller wrote one of its last 50 messages.'),
  unread_count: z.int().describe('How many messages of the conversation the caller has not read.'),
})
export type RecentConversation = z.infer<typeof RecentConversation>
