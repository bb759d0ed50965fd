import { endpoints } from '../api/endpoints/index.ts'
import type { Client } from '../client/client.ts'

/** The newest messages of a channel as Markdown, the oldest first. */
export async function newestIn(client: Client, channelId: number) {
  const { messages } = await client.call(endpoints.getMessages, {
    anchor: 'newest',
    num_before: 50,
    num_after: 0,
    narrow: [{ operator: 'channel', operand: channelId, negated: false }],
    apply_markdown: false,
    allow_empty_topic_name: true,
  })
  return messages
}

/** Returns only their topics and texts. */
export const messagesIn = async (client: Client, channelId: number): Promise<[topic: string, content: string][]> =>
  (await newestIn(client, channelId)).map(({ subject, content }) => [subject, content])
