import type { EventOf } from '../../api/events/index.ts'
import type { RegisterState } from '../../api/objects/register-state.ts'

/** Only what is set stays in the state, and only people who have set something. */
export function applyStatusEvent(state: RegisterState, event: EventOf<'user_status'>): RegisterState {
  if (!state.user_status) return state
  const { type: _, id: __, user_id, ...changes } = event
  const { [user_id]: before, ...others } = state.user_status
  const after = { ...before, ...changes }
  if (after.away === false) delete after.away
  if (after.status_text === '') delete after.status_text
  if (after.emoji_name === '') {
    delete after.emoji_name
    delete after.emoji_code
    delete after.reaction_type
  }
  return { ...state, user_status: Object.keys(after).length === 0 ? others : { ...others, [user_id]: after } }
}
