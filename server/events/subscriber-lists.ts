import type { QueueSpec } from './queue-spec.ts'

/** Below so many subscribers a client that asked for some of them gets them all. */
const PARTIAL_FROM = 250

/** Under which name a client that asked for so much gets the subscribers of a channel; null when it gets none. */
export function subscribersField(
  include: QueueSpec['includeSubscribers'],
  count: number,
): 'subscribers' | 'partial_subscribers' | null {
  if (include === 'false') return null
  return include === 'partial' && count >= PARTIAL_FROM ? 'partial_subscribers' : 'subscribers'
}

/** Who is subscribed to a channel, as far and under the name a client asked for. */
export function subscriberLists(
  include: QueueSpec['includeSubscribers'],
  ids: readonly number[],
): { subscribers?: number[]; partial_subscribers?: number[] } {
  const field = subscribersField(include, ids.length)
  return field === null ? {} : { [field]: [...ids] }
}
