import type { ParamsOf } from '../../../api/contract.ts'
import type { updateRealm } from '../../../api/endpoints/realm.ts'
import { ApiError, badRequest } from '../../../api/errors.ts'
import { wire } from '../../../api/wire-name.ts'
import type { CallsConfig } from '../../kernel/base/calls-config.ts'
import {
  REALM_GROUP_SETTINGS,
  REALM_SETTINGS,
  type RealmGroupSetting,
  type RealmSettings,
} from '../../kernel/realm-state/realm-settings.ts'
import type { GroupSettingUpdate } from '../../people/groups/access.ts'
import { GIF_RATINGS, videoChatProviders } from './choices.ts'
import { isLanguage } from './languages.ts'

type Params = ParamsOf<typeof updateRealm>

/** Settings of a request, as they are stored. */
export interface RealmSettingsRequest {
  readonly name: string | undefined
  readonly stringId: string | undefined
  readonly settings: Partial<RealmSettings>
  readonly groupSettings: Readonly<Partial<Record<RealmGroupSetting, GroupSettingUpdate>>>
  readonly authenticationMethods: Readonly<Record<string, boolean>> | undefined
}

/** What is stored where there is no limit. */
const UNLIMITED = {
  message_content_edit_limit_seconds: null,
  message_content_delete_limit_seconds: null,
  move_messages_within_stream_limit_seconds: null,
  move_messages_between_streams_limit_seconds: null,
  message_retention_days: -1,
} as const

/** Reads and checks what can be judged without knowing the organization. */
export function readSettings(params: Params, calls: CallsConfig): RealmSettingsRequest {
  const given = Object.entries(REALM_SETTINGS).flatMap(([name]) => {
    const value: unknown = (params as Record<string, unknown>)[wire(name)]
    return value === undefined ? [] : [[name, readSetting(name, value, calls)]]
  })
  const groups = Object.keys(REALM_GROUP_SETTINGS).flatMap((name) => {
    const update = params[name as RealmGroupSetting]
    return update === undefined ? [] : [[name, update]]
  })
  return {
    name: params.name,
    stringId: params.string_id,
    settings: Object.fromEntries(given) as Partial<RealmSettings>,
    groupSettings: Object.fromEntries(groups) as RealmSettingsRequest['groupSettings'],
    authenticationMethods: params.authentication_methods,
  }
}

function readSetting(name: string, value: unknown, calls: CallsConfig): unknown {
  if (name in UNLIMITED) return readLimit(name as keyof typeof UNLIMITED, value as string | number)
  switch (name) {
    case 'default_language':
      if (!isLanguage(value as string)) throw badRequest(`Invalid language '${value}'`)
      return value
    case 'video_chat_provider':
      if (!Object.values(videoChatProviders(calls)).some(({ id }) => id === value))
        throw badRequest(`Invalid video_chat_provider ${value}`)
      return value
    case 'gif_rating_policy':
      if (GIF_RATINGS[value as number] === undefined) throw badRequest(`Invalid gif_rating_policy ${value}`)
      return value
    case 'jitsi_server_url':
      return readServerUrl(value as string)
    default:
      return value
  }
}

function readLimit(name: keyof typeof UNLIMITED, value: string | number): number | null {
  if (value === 'unlimited') return UNLIMITED[name]
  if (typeof value === 'number' && value > 0) return value
  throw new ApiError('REQUEST_VARIABLE_INVALID', `Bad value for '${name}': ${value}`, {
    data: { var_name: name, bad_value: value },
  })
}

function readServerUrl(text: string): string | null {
  if (text === 'default') return null
  const url = URL.canParse(text) ? new URL(text) : null
  if (!url || !/^https?:$/.test(url.protocol)) throw badRequest('jitsi_server_url is not a URL')
  return text
}
