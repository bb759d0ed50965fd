import type { EventOf } from '../../api/events/index.ts'
import type { RegisterState } from '../../api/objects/register-state.ts'
import { type QueueOptions, reducer } from './reducer.ts'

/** The state has the format that `slim_presence` asked for; an event in the other format says nothing that fits into it. */
function applyPresenceEvent(
  state: RegisterState,
  { presences, email, presence }: EventOf<'presence'>,
  { slimPresence }: QueueOptions,
): RegisterState {
  if (!state.presences) return state
  if (presences) return slimPresence ? { ...state, presences: { ...state.presences, ...presences } } : state
  const website = presence?.['website']
  if (!website || email === undefined || slimPresence) return state
  const { pushable: _, ...aggregated } = website
  return { ...state, presences: { ...state.presences, [email]: { aggregated, website } } }
}

export const presence = reducer('presence', applyPresenceEvent)
