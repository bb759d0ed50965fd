import type { EventOf } from '../../api/events/index.ts'
import type { RegisterState } from '../../api/objects/register-state.ts'
import type { UserSettings } from '../../api/objects/user-settings.ts'

export function applySettingEvent(state: RegisterState, event: EventOf<'user_settings'>): RegisterState {
  const { user_settings: settings } = state
  const next = withoutDrafts(state, event)
  return settings ? { ...next, user_settings: { ...settings, [event.property]: event.value } as UserSettings } : next
}

/** When drafts are no longer synchronized, the server has deleted them all. */
const withoutDrafts = (state: RegisterState, { property, value }: EventOf<'user_settings'>): RegisterState =>
  property === 'enable_drafts_synchronization' && value === false && state.drafts ? { ...state, drafts: [] } : state
