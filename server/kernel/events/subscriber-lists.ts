import type { QueueSpec } from './queue-spec.ts'

/** Below this number of subscribers, a client that asked for a partial list gets all of them. */
const PARTIAL_FROM = 250

/** The field name for a channel's subscribers, depending on what the client asked for. Null if it gets none. */
export function subscribersField(
  include: QueueSpec['includeSubscribers'],
  count: number,
): 'subscribers' | 'partial_subscribers' | null {
  if (include === 'false') return null
  return include === 'partial' && count >= PARTIAL_FROM ? 'partial_subscribers' : 'subscribers'
}

/** The subscribers of a channel, in the form that the client asked for. */
export function subscriberLists(
  include: QueueSpec['includeSubscribers'],
  ids: readonly number[],
): { subscribers?: number[]; partial_subscribers?: number[] } {
  const field = subscribersField(include, ids.length)
  return field === null ? {} : { [field]: [...ids] }
}
