import type { EventOf } from '../../api/events/index.ts'
import type { RegisterState } from '../../api/objects/register-state.ts'
import { reducer } from './reducer.ts'

function star(state: RegisterState, ids: readonly number[], isStarred: boolean): RegisterState {
  const { starred_messages: starred } = state
  if (!starred) return state
  const changed = new Set(ids)
  if (!isStarred && !starred.some((id) => changed.has(id))) return state
  const rest = starred.filter((id) => !changed.has(id))
  return { ...state, starred_messages: (isStarred ? [...rest, ...changed] : rest).sort((a, b) => a - b) }
}

/** The messages are gone for this person, and their stars with them. */
export const unstar = (state: RegisterState, ids: readonly number[]): RegisterState => star(state, ids, false)

const applyFlagsEvent = (state: RegisterState, event: EventOf<'update_message_flags'>): RegisterState =>
  event.flag === 'starred' ? star(state, event.messages, event.op === 'add') : state

export const flags = reducer('update_message_flags', applyFlagsEvent)
