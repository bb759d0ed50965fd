import type { Audience } from '../log/audience.ts'
import type { EventData } from '../log/log-row.ts'
import type { RealmState } from '../realm-state/realm-state.ts'
import type { Queue } from './queue.ts'
import type { Tail } from './tail.ts'

/** The text of an event that has no row, for one queue; the queue gives it its id. */
export interface EphemeralText {
  readonly type: string
  readonly json: string
}

/**
 * An event that has no row in the log (typing, presence): for the queues that exist when it happens, on the nodes that
 * run then. It goes through the same audiences and variants as a row that follows the newest one.
 */
export function ephemeralTexts(
  realm: RealmState,
  tail: Tail,
  audience: Audience,
  event: EventData,
): (queue: Queue) => readonly EphemeralText[] {
  const row = tail.rowOf({ seq: realm.seq, audience, payload: { event } })
  return (queue) => row.render(realm, queue).map(({ type, json }) => ({ type, json: withoutId(json) }))
}

const withoutId = (json: string): string => `{${json.slice(json.indexOf(',') + 1)}`
