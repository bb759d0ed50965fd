import type { EventOf } from '../../api/events/index.ts'
import type { RegisterState } from '../../api/objects/register-state.ts'
import { reducer } from './reducer.ts'

const applyStatusEvent = (state: RegisterState, event: EventOf<'user_status'>): RegisterState =>
  withStatus(withPresenceShared(state, event), event)

/** `away` is the old word for not sharing presence, which the lists of people tell too. */
function withPresenceShared(state: RegisterState, { user_id: userId, away }: EventOf<'user_status'>): RegisterState {
  const { realm_users: people } = state
  if (!people || away === undefined) return state
  const changed = people.map((person) => (person.user_id === userId ? { ...person, presence_enabled: !away } : person))
  return { ...state, realm_users: changed }
}

/** Only what is set stays in the state, and only people who have set something. */
function withStatus(state: RegisterState, event: EventOf<'user_status'>): RegisterState {
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

export const status = reducer('user_status', applyStatusEvent)
