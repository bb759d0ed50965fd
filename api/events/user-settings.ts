import * as z from 'zod'
import { UserSettings } from '../objects/user-settings.ts'
import { event, registerFields } from './base.ts'

export const SettingChanged = event('user_settings', {
  op: z.literal('update').describe('A setting changed.'),
  property: z.string().describe('The name of the setting.'),
  value: z.union([z.boolean(), z.int(), z.string()]).describe('The new value.'),
  language_name: z.string().optional().describe('The name of the language, for `default_language`.'),
}).describe('A setting of the account changed.')

export const userSettingsFields = registerFields('user_settings', {
  user_settings: UserSettings.describe('The settings of the caller.'),
})
