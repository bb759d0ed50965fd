import * as z from 'zod'
import { endpoint, json } from '../contract.ts'
import { realmSettingParams } from '../objects/realm-settings.ts'
import { settingDefaultParams } from '../objects/user-setting-params.ts'

export const updateRealm = endpoint({
  method: 'PATCH',
  path: '/realm',
  id: 'update-realm',
  group: 'Organization',
  summary: 'Change settings of the organization',
  description: 'Changes settings of the organization. Only administrators can, and some settings only owners.',
  auth: 'administrator',
  params: realmSettingParams,
  result: {},
  errors: ['EXPECTATION_MISMATCH', 'SYSTEM_GROUP_REQUIRED'],
  emits: ['realm', 'user_group', 'stream', 'subscription', 'realm_user', 'user_status'],
})

export const deactivateRealm = endpoint({
  method: 'POST',
  path: '/realm/deactivate',
  id: 'deactivate-realm',
  group: 'Organization',
  summary: 'Deactivate the organization',
  description: 'Deactivates the organization, and optionally deletes its data later. Only owners can.',
  auth: 'owner',
  params: {
    deletion_delay_days: json(z.int().nullable())
      .optional()
      .describe('After how many days all data is deleted, at least 14. Null or absent: never.'),
  },
  result: {},
  errors: ['BAD_REQUEST'],
  emits: ['realm'],
})

export const updateRealmUserSettingsDefaults = endpoint({
  method: 'PATCH',
  path: '/realm/user_settings_defaults',
  id: 'update-realm-user-settings-defaults',
  group: 'Organization',
  summary: 'Change the settings of new accounts',
  description: 'Changes the settings that new accounts start with. Only administrators can.',
  auth: 'administrator',
  params: settingDefaultParams,
  result: {},
  errors: [],
  emits: ['realm_user_settings_defaults'],
})

export const testWelcomeBotCustomMessage = endpoint({
  method: 'POST',
  path: '/realm/test_welcome_bot_custom_message',
  id: 'test-welcome-bot-custom-message',
  group: 'Organization',
  summary: 'Send yourself the welcome message',
  description: 'Sends the caller the custom part of the welcome message. Only administrators can.',
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
