import type { Event } from '../../api/events/index.ts'
import type { RegisterState } from '../../api/objects/register-state.ts'
import { applyEvent, type ReducerOptions } from '../reducers/apply-event.ts'
import { applyToUnread } from './apply-to-unread.ts'
import { Unread } from './unread.ts'

/** What register returned, kept current by events. */
export interface Model {
  /** Without what is unread. Replaced with each change, so that a part is the same object while it is the same. */
  state: RegisterState
  /** Null if it was not fetched. Changed in place: it is too large to copy. */
  readonly unread: Unread | null
  readonly options: ReducerOptions
}

export function fromRegister({ unread_msgs, ...state }: RegisterState, options: ReducerOptions = {}): Model {
  return { state, unread: unread_msgs ? new Unread(unread_msgs, state.user_id) : null, options }
}

/** After it, the model is what a later register would return. An event that the state cannot take changes nothing. */
export function apply(model: Model, event: Event): void {
  const next = applyEvent(model.state, event, model.options)
  if (model.unread) applyToUnread(model.unread, model.state, event)
  model.state = next
}

/** The same for what a server sends, which may be newer. False for an event of a form that is not known. */
export function applyKnown(model: Model, event: Event): boolean {
  try {
    apply(model, event)
    return true
  } catch (error) {
    // biome-ignore lint/suspicious/noConsole: it may be a mistake of ours, which nobody would find otherwise.
    console.warn(`An event of the type "${event.type}" was not understood.`, error)
    return false
  }
}

export const toRegister = ({ state, unread }: Model): RegisterState =>
  unread ? { ...state, unread_msgs: unread.toRegister(state) } : state
