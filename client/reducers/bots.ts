import type { EventOf } from '../../api/events/index.ts'
import type { RegisterState } from '../../api/objects/register-state.ts'
import { reducer } from './reducer.ts'

/** The bots that the account may manage, by id. */
function applyBotEvent(state: RegisterState, event: EventOf<'realm_bot'>): RegisterState {
  if (!state.realm_bots) return state
  const others = state.realm_bots.filter(({ user_id }) => user_id !== event.bot.user_id)
  if (event.op === 'delete') return { ...state, realm_bots: others }
  return { ...state, realm_bots: [...others, event.bot].sort((left, right) => left.user_id - right.user_id) }
}

export const bots = reducer('realm_bot', applyBotEvent)
