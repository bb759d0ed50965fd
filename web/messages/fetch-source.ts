import { session } from '../kernel/session.ts'

/** The Markdown of a message. */
export async function fetchSource(id: number): Promise<string> {
  const { message } = await session.call('getMessage', {
    message_id: id,
    apply_markdown: false,
    allow_empty_topic_name: true,
  })
  return message.content
}
