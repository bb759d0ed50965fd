import type { Event, EventType } from '../../api/events/index.ts'
import type { RegisterState } from '../../api/objects/register-state.ts'
import { reducers } from './all.ts'
import type { QueueOptions, Reducer } from './reducer.ts'

/** The values are those of the registration of the queue. */
export type ReducerOptions = Partial<QueueOptions>

const DEFAULTS: QueueOptions = { includeSubscribers: 'false', clientGravatar: true, slimPresence: false }

/** This compiles only when every type of event has a reducer. */
const all: { readonly [Type in EventType]: Reducer<Type> } = reducers

/**
 * Applies one event to the state of register, except what is unread, which client/model keeps. Fields that were not
 * fetched stay absent. It is a pure function and does not change the old state.
 */
export function applyEvent(state: RegisterState, event: Event, options: ReducerOptions = {}): RegisterState {
  // A newer server may send events that this client does not know.
  const apply = Object.hasOwn(all, event.type) ? (all[event.type] as Reducer<EventType>) : undefined
  const next = apply?.(state, event, { ...DEFAULTS, ...options }) ?? state
  return { ...next, last_event_id: Math.max(state.last_event_id, event.id) }
}
