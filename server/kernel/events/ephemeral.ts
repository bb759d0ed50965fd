import type { Audience } from '../log/audience.ts'
import type { EventData } from '../log/log-row.ts'
import type { RealmState } from '../realm-state/realm-state.ts'
import type { Queue } from './queue.ts'
import type { Tail } from './tail.ts'

/** The text of an ephemeral event for one queue. The queue assigns its id. */
export interface EphemeralText {
  readonly type: string
  readonly json: string
}

/**
 * Writes an event that has no row in the log (typing, presence). Only queues that exist at that time receive it, on the
 * nodes that are running. It uses the same audiences and variants as a row that follows the newest one.
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
