import { eventName } from '../../api/events/index.ts'
import { type EventData, MOST_EVENTS_PER_ROW } from '../log/log-row.ts'
import type { RealmState } from '../realm-state/realm-state.ts'
import type { QueueSpec } from './queue-spec.ts'

/** For whom an event is written. */
export interface EventReader {
  readonly realm: RealmState
  readonly userId: number
  readonly spec: QueueSpec
}

/**
 * What an event becomes for different clients: nothing, itself, another event, or several. How many events it becomes
 * depends only on the event and the client's registration, never on memory: their ids must be the same whenever the
 * row is read.
 */
export interface EventVariants<E extends EventData = EventData, Background = unknown> {
  /** Clients with the same key get the same text, which is written once. Null: each gets a text of its own. */
  variantFor(event: E, reader: EventReader): string | null
  /** `background` is what the row says besides the event. */
  eventsFor(event: E, reader: EventReader, background: Background): readonly EventData[]
  /** The most events that it becomes for one client; one when absent. */
  mostEvents?(event: E): number
}

/** Variants by the name of the event, `type` or `type/op`. Events that are not here are the same for everybody. */
export type VariantTable = ReadonlyMap<string, EventVariants>

/** Ties variants to the type of their event. */
export const variantsOf = <E extends EventData, Background = unknown>(
  name: string,
  variants: EventVariants<E, Background>,
): [string, EventVariants] => [name, variants as unknown as EventVariants]

export const variantsFor = (table: VariantTable, event: EventData): EventVariants | undefined =>
  table.get(eventName(event as { type: string; op?: string }))

/** A change that would become too many events for one client has to be split into rows before it is written. */
export function requireFewEvents(table: VariantTable, event: EventData): void {
  const most = variantsFor(table, event)?.mostEvents?.(event) ?? 1
  if (most > MOST_EVENTS_PER_ROW) throw new Error(`${event.type} becomes ${most} events of one row for a client`)
}
