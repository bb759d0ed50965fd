import type { EventOf, EventType } from '../../api/events/index.ts'
import type { RegisterState } from '../../api/objects/register-state.ts'

export type SubscriberLists = 'true' | 'false' | 'partial'

/** The values are those of the registration of the queue. */
export interface QueueOptions {
  readonly includeSubscribers: SubscriberLists
  readonly clientGravatar: boolean
  readonly slimPresence: boolean
}

/** Applies an event of the type to the state of register. A pure function: it does not change the old state. */
export type Reducer<Type extends EventType> = (
  state: RegisterState,
  event: EventOf<Type>,
  options: QueueOptions,
) => RegisterState

/** Links a reducer to the type of its events. `npm run generate` lists it. */
export const reducer = <Type extends EventType>(_type: Type, apply: Reducer<Type>): Reducer<Type> => apply
