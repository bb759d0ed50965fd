import { endpoints } from '../api/endpoints/index.ts'
import type { Client } from '../client/client.ts'

/** Topic and Markdown of the newest messages of a channel, the oldest first. */
export async function messagesIn(client: Client, channelId: number): Promise<[topic: string, content: string][]> {
  const { messages } = await client.call(endpoints.getMessages, {
    anchor: 'newest',
    num_before: 50,
    num_after: 0,
    narrow: [{ operator: 'channel', operand: channelId, negated: false }],
    apply_markdown: false,
    allow_empty_topic_name: true,
  })
  return messages.map(({ subject, content }) => [subject, content])
}
