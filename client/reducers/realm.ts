import type { EventOf } from '../../api/events/index.ts'
import type { GroupSettingValue } from '../../api/objects/group.ts'
import { legacyPolicies } from '../../api/objects/legacy-policies.ts'
import type { RealmPermission } from '../../api/objects/register-realm.ts'
import type { RegisterState } from '../../api/objects/register-state.ts'
import { isInGroup } from './permissions.ts'
import { reducer } from './reducer.ts'

type RealmEvent = EventOf<'realm'>

function applyRealmEvent(state: RegisterState, event: RealmEvent): RegisterState {
  // A deactivated organization has no state any more: every request is refused.
  if (event.op === 'deactivated') return state
  const data = event.op === 'update' ? { [event.property]: event.value } : event.data
  const named = Object.entries(data).map(([name, value]) => [fieldOf(name), value] as const)
  // Fields that were not fetched stay away.
  const changes = named.filter(([field, value]) => field in state && value !== undefined)
  return withConsequences({ ...state, ...Object.fromEntries(changes) }, data)
}

const fieldOf = (name: string): string => (name === 'max_file_upload_size_mib' ? name : `realm_${name}`)

/** Fields of register that follow from settings. */
function withConsequences(state: RegisterState, data: object): RegisterState {
  let next = state
  if ('message_edit_history_visibility_policy' in data && next.realm_allow_edit_history !== undefined)
    next = { ...next, realm_allow_edit_history: next.realm_message_edit_history_visibility_policy !== 'none' }
  if ('jitsi_server_url' in data && next.jitsi_server_url !== undefined)
    next = { ...next, jitsi_server_url: next.realm_jitsi_server_url ?? next.server_jitsi_server_url ?? '' }
  if ('authentication_methods' in data && next.realm_authentication_methods !== undefined) {
    const isEnabled = next.realm_authentication_methods['Email']?.enabled === true
    next = { ...next, realm_email_auth_enabled: isEnabled, realm_password_auth_enabled: isEnabled }
  }
  const { realm_default_language: default_language, realm_user_settings_defaults: defaults } = next
  if (defaults && default_language !== undefined)
    next = { ...next, realm_user_settings_defaults: { ...defaults, default_language } }
  return withPermissions(next)
}

function withPermissions(state: RegisterState): RegisterState {
  const { realm_user_groups: groups } = state
  if (!groups || state.realm_create_public_stream_policy === undefined) return state
  const groupOf = (setting: RealmPermission) => state[`realm_${setting}`] as GroupSettingValue
  const names = new Map(groups.map(({ id, name }) => [id, name]))
  const policies = legacyPolicies((setting) => names.get(groupOf(setting) as number))
  return { ...state, ...policies, ...ownPermissions(state, groups, groupOf) }
}

/** What the account itself may do. None of these permissions is ever a guest's. */
function ownPermissions(
  state: RegisterState,
  groups: NonNullable<RegisterState['realm_user_groups']>,
  groupOf: (setting: RealmPermission) => GroupSettingValue,
): Partial<RegisterState> {
  const { user_id: userId } = state
  if (userId === undefined) return {}
  const may = (setting: RealmPermission) => !state.is_guest && isInGroup(groups, groupOf(setting), userId)
  const canCreatePublic = may('can_create_public_channel_group')
  const canCreatePrivate = may('can_create_private_channel_group')
  return {
    can_create_public_streams: canCreatePublic,
    can_create_private_streams: canCreatePrivate,
    can_create_streams: canCreatePublic || canCreatePrivate,
    can_create_web_public_streams:
      state.realm_enable_spectator_access === true && may('can_create_web_public_channel_group'),
    can_invite_others_to_realm: may('can_invite_users_group'),
  }
}

function applyUserDefaultsEvent(
  state: RegisterState,
  { property, value }: EventOf<'realm_user_settings_defaults'>,
): RegisterState {
  const { realm_user_settings_defaults: defaults } = state
  return defaults ? { ...state, realm_user_settings_defaults: { ...defaults, [property]: value } } : state
}

export const realm = reducer('realm', applyRealmEvent)

export const userDefaults = reducer('realm_user_settings_defaults', applyUserDefaultsEvent)
