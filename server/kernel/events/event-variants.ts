import { eventName } from '../../../api/events/index.ts'
import { type EventData, MAX_EVENTS_PER_ROW } from '../log/log-row.ts'
import type { RealmState } from '../realm-state/realm-state.ts'
import type { QueueSpec } from './queue-spec.ts'

/** The recipient of an event. */
export interface EventReader {
  readonly realm: RealmState
  readonly userId: number
  readonly spec: QueueSpec
}

/**
 * The forms of an event for different clients: nothing, the event itself, another event, or several. The number of
 * events must depend only on the event and the client's registration, never on memory, so that their ids are the same
 * whenever the row is read.
 */
export interface EventVariants<E extends EventData = EventData, Background = unknown> {
  /** Clients with the same key share one text. With null, each gets its own text. */
  variantFor(event: E, reader: EventReader): string | null
  /** `background` is the data of the row besides the event. */
  eventsFor(event: E, reader: EventReader, background: Background): readonly EventData[]
  /** The maximum number of events for one client. One if absent. */
  mostEvents?(event: E): number
}

/** Variants by event name, `type` or `type/op`. Events that are not listed are the same for all clients. */
export type VariantTable = ReadonlyMap<string, EventVariants>

/** Links variants to the type of their event. */
export const variantsOf = <E extends EventData, Background = unknown>(
  name: string,
  variants: EventVariants<E, Background>,
): [string, EventVariants] => [name, variants as unknown as EventVariants]

export const variantsFor = (table: VariantTable, event: EventData): EventVariants | undefined =>
  table.get(eventName(event as { type: string; op?: string }))

/** Throws for an event that would become too many events for one client. The change must be split into several rows. */
export function requireFewEvents(table: VariantTable, event: EventData): void {
  const most = variantsFor(table, event)?.mostEvents?.(event) ?? 1
  if (most > MAX_EVENTS_PER_ROW) throw new Error(`${event.type} becomes ${most} events in one row for a client`)
}
