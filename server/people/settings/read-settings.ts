import type { ParamsOf } from '../../../api/contract.ts'
import type { updateSettings } from '../../../api/endpoints/settings.ts'
import { badRequest } from '../../../api/errors.ts'
import { type SettingValues, USER_SETTINGS } from '../../kernel/realm-state/user-settings.ts'
import { isLanguage } from '../../organization/realm/languages.ts'
import { checkSettings } from '../users/check-settings.ts'
import { canonicalTimeZone } from './time-zone.ts'

export type SettingParams = ParamsOf<typeof updateSettings>

/** Settings as they are stored, and those that are fields of the account. */
export interface UserSettingsRequest {
  readonly values: Partial<SettingValues>
  readonly timezone: string | undefined
  readonly emailAddressVisibility: number | undefined
}

/** Reads and checks what a request wants to set; everything that can be wrong without knowing whose settings they are. */
export function readSettings(params: SettingParams): UserSettingsRequest {
  const { timezone, default_language: language } = params
  if (language !== undefined && !isLanguage(language)) throw badRequest('Invalid default_language')
  const zone = timezone === undefined ? undefined : canonicalTimeZone(timezone)
  if (timezone !== undefined && zone === undefined)
    throw badRequest('Invalid timezone: Value error, Not a recognized time zone')
  const named = Object.entries(checkSettings(params)).filter(
    ([name, value]) => value !== undefined && Object.hasOwn(USER_SETTINGS, name),
  )
  return {
    values: Object.fromEntries(named),
    timezone: zone,
    emailAddressVisibility: params.email_address_visibility,
  }
}
