import type { FetchedMessage } from '../../../api/objects/message.ts'
import { session } from '../../kernel/session.ts'
import { isActive, person } from '../../people/store.ts'

/** Who has read a message, and how many could have. */
export interface Receipts {
  readonly readers: readonly number[]
  readonly of: number
}

async function recipientsOf({ stream_id, display_recipient }: FetchedMessage): Promise<readonly number[]> {
  if (typeof display_recipient !== 'string') return display_recipient.map(({ id }) => id)
  return stream_id === undefined ? [] : (await session.call('getSubscribers', { stream_id })).subscribers
}

const byName = (a: number, b: number): number => (person(a)?.full_name ?? '').localeCompare(person(b)?.full_name ?? '')

/** The author and bots are not counted. Somebody who reads a channel from outside it is. */
export async function fetchReceipts(message: FetchedMessage): Promise<Receipts> {
  const [{ user_ids: readers }, recipients] = await Promise.all([
    session.call('getReadReceipts', { message_id: message.id }),
    recipientsOf(message),
  ])
  const isCounted = (id: number) => id !== message.sender_id && isActive(id) && !person(id)?.is_bot
  const all = new Set([...recipients.filter(isCounted), ...readers])
  return { readers: readers.toSorted(byName), of: all.size }
}
