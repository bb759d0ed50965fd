import { signal } from '@preact/signals'
import type { FetchedMessage } from '../../api/objects/message.ts'
import { session } from '../kernel/session.ts'

/** The messages that reminders are about, as far as they were fetched. */
export const reminded = signal<ReadonlyMap<number, FetchedMessage>>(new Map())

/** Fetches the messages of reminders. One that the person cannot see any more stays unknown. */
export async function fetchReminded(ids: readonly number[]): Promise<void> {
  const missing = [...new Set(ids)].filter((id) => !reminded.peek().has(id))
  if (missing.length === 0) return
  try {
    const args = { message_ids: missing, client_gravatar: false, allow_empty_topic_name: true }
    const { messages } = await session.call('getMessages', args)
    reminded.value = new Map([...reminded.peek(), ...messages.map((one) => [one.id, one] as const)])
  } catch {
    // The server's own sentence says where the message is.
  }
}
