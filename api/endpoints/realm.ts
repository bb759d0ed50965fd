import * as z from 'zod'
import { endpoint, json } from '../contract.ts'
import { realmSettingParams } from '../objects/realm-settings.ts'
import { userSettingParams } from '../objects/user-setting-params.ts'

export const updateRealm = endpoint({
  method: 'PATCH',
  path: '/realm',
  id: 'update-realm',
  summary: 'Change settings of the organization',
  auth: 'administrator',
  params: realmSettingParams,
  result: {},
  errors: ['EXPECTATION_MISMATCH', 'SYSTEM_GROUP_REQUIRED'],
  emits: ['realm'],
})

export const deactivateRealm = endpoint({
  method: 'POST',
  path: '/realm/deactivate',
  id: 'deactivate-realm',
  summary: 'Deactivate the organization',
  auth: 'owner',
  params: {
    deletion_delay_days: json(z.int().max(1_000_000).nullable())
      .optional()
      .describe('After how many days all data is deleted. Null or absent: never.'),
  },
  result: {},
  errors: ['BAD_REQUEST'],
  emits: ['realm'],
})

export const updateRealmUserSettingsDefaults = endpoint({
  method: 'PATCH',
  path: '/realm/user_settings_defaults',
  id: 'update-realm-user-settings-defaults',
  summary: 'Change the settings of new accounts',
  auth: 'administrator',
  params: userSettingParams,
  result: {},
  errors: [],
  emits: ['realm_user_settings_defaults'],
})

export const testWelcomeBotCustomMessage = endpoint({
  method: 'POST',
  path: '/realm/test_welcome_bot_custom_message',
  id: 'test-welcome-bot-custom-message',
  summary: 'Send yourself the welcome message',
  auth: 'administrator',
  params: {
    welcome_message_custom_text: z
      .string()
      .trim()
      .min(1)
      .max(8000)
      .describe('What the message tells new accounts besides the usual, in Markdown.'),
  },
  result: { message_id: z.int().describe('The id of the message.') },
  errors: [],
  emits: ['message'],
})
