import type { QueueSpec } from './queue-spec.ts'

/** Below so many subscribers a client that asked for some of them gets them all. */
const PARTIAL_FROM = 250

/** Who is subscribed to a channel, as far and under the name a client asked for. */
export function subscriberLists(
  include: QueueSpec['includeSubscribers'],
  ids: readonly number[],
): { subscribers?: number[]; partial_subscribers?: number[] } {
  if (include === 'false') return {}
  return include === 'partial' && ids.length >= PARTIAL_FROM
    ? { partial_subscribers: [...ids] }
    : { subscribers: [...ids] }
}
