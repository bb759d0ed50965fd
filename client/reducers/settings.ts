import type { EventOf } from '../../api/events/index.ts'
import type { RegisterState } from '../../api/objects/register-state.ts'
import type { UserSettings } from '../../api/objects/user-settings.ts'
import { reducer } from './reducer.ts'

function applySettingEvent(state: RegisterState, event: EventOf<'user_settings'>): RegisterState {
  const { user_settings: settings } = state
  return settings ? { ...state, user_settings: { ...settings, [event.property]: event.value } as UserSettings } : state
}

export const settings = reducer('user_settings', applySettingEvent)
