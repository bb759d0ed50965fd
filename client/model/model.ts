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

/** After it, the model is what a later register would return. */
export function apply(model: Model, event: Event): void {
  if (model.unread) applyToUnread(model.unread, model.state, event)
  model.state = applyEvent(model.state, event, model.options)
}

export const toRegister = ({ state, unread }: Model): RegisterState =>
  unread ? { ...state, unread_msgs: unread.toRegister(state) } : state
