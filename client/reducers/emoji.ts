import type { EventOf } from '../../api/events/index.ts'
import type { RegisterState } from '../../api/objects/register-state.ts'
import { EMOJI_EDITED } from '../../api/wire-name.ts'
import { reducer } from './reducer.ts'

function applyEmojiEvent(state: RegisterState, event: EventOf<'realm_emoji'>): RegisterState {
  const { realm_emoji: all } = state
  if (!all) return state
  switch (event.op) {
    case 'update':
      return { ...state, realm_emoji: event.realm_emoji }
    case 'add':
      return { ...state, realm_emoji: { ...all, [event.emoji.id]: event.emoji } }
    case EMOJI_EDITED: {
      const emoji = all[event.emoji_id]
      return emoji ? { ...state, realm_emoji: { ...all, [event.emoji_id]: { ...emoji, ...event.data } } } : state
    }
  }
}

export const emoji = reducer('realm_emoji', applyEmojiEvent)
