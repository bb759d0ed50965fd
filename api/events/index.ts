import * as z from 'zod'
import { events } from './all.ts'

export { events }

type AnyEvent = (typeof events)[keyof typeof events]
type Option = z.core.$ZodTypeDiscriminable

/** Chosen by `type`, then by `op`, so that a wrong event is reported by its own shape. */
export const Event = z.discriminatedUnion('type', byType() as [Option]) as unknown as z.ZodType<z.infer<AnyEvent>>

function byType(): Option[] {
  const types = Map.groupBy(Object.values<AnyEvent>(events), ({ shape }) => shape.type.value)
  return [...types.values()].map((schemas) =>
    schemas.length === 1 ? schemas[0]! : z.discriminatedUnion('op', schemas as unknown as [Option]),
  )
}

export type Event = z.infer<AnyEvent>
export type EventType = Event['type']
/** An event of a given type: `EventOf<'message'>`. */
export type EventOf<Type extends EventType> = Extract<Event, { type: Type }>

export const eventName = (event: { type: string; op?: string }): string =>
  event.op === undefined ? event.type : `${event.type}/${event.op}`
