import * as z from 'zod'
import { event } from './base.ts'

export const UserSettingUpdated = event('user_settings', {
  op: z.literal('update').describe('A setting of the user was changed.'),
  property: z.string().describe('The name of the setting.'),
  value: z.union([z.boolean(), z.int(), z.string()]).describe('The new value.'),
  language_name: z.string().optional().describe('The name of the language; only when the language was changed.'),
})
