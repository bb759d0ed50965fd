import * as z from 'zod'
import { endpoint, ids, json } from '../contract.ts'
import { userSettingParams } from '../objects/user-setting-params.ts'

const MAX_TARGETS = 10_000
const on = (meaning: string) => json(z.boolean()).optional().describe(meaning)

/** What a person can set for themselves only, beside what organizations can preset. */
const ownSettings = {
  default_language: z.string().optional().describe('The language of the user, by its code.'),
  timezone: z.string().optional().describe('The time zone, by its IANA name.'),
  enable_marketing_emails: on('Whether news about the product are sent by email.'),
  enable_login_emails: on('Whether an email is sent for each sign-in from a new device.'),
  allow_private_data_export: on('Whether administrators can export the private data of the user.'),
}

const params = {
  target_users: json(
    z.strictObject({
      user_ids: ids().max(MAX_TARGETS).optional().describe('The ids of the users.'),
      group_ids: ids().max(MAX_TARGETS).optional().describe('Groups whose active members are meant.'),
      skip_if_already_edited: z
        .boolean()
        .describe('Whether to leave out users who have changed their settings themselves.'),
    }),
  )
    .optional()
    .describe('Whose settings are changed. Only administrators can send it; without it, the caller is meant.'),
  full_name: z.string().optional().describe('The new name.'),
  email: z.string().optional().describe('The new email address. It counts when it is confirmed by a link in an email.'),
  old_password: z.string().optional().describe('The current password; needed to change it.'),
  new_password: z.string().optional().describe('The new password.'),
  ...userSettingParams,
  ...ownSettings,
}

const shared = {
  method: 'PATCH',
  group: 'People',
  auth: 'user',
  params,
  result: {},
  errors: [],
  badRequests: [
    'The caller is a bot.',
    'A value is not allowed.',
    'The name is empty, invalid or in use.',
    'The old password is wrong, or the new one is too weak.',
    'The organization has switched passwords off.',
    'The address is invalid or in use, or the organization does not allow the change.',
    'The setting cannot be changed for others.',
  ],
  emits: ['user_settings', 'realm_user', 'drafts', 'user_status', 'presence', 'realm_export_consent'],
} as const

export const updateSettings = endpoint({
  ...shared,
  path: '/settings',
  id: 'update-settings',
  summary: 'Change settings',
  description: 'Changes settings of the caller. Administrators can also change settings of others.',
})

const OLD_PATH = 'Deprecated. Does the same as PATCH /settings.'

export const updateDisplaySettings = endpoint({
  ...shared,
  path: '/settings/display',
  id: 'update-display-settings',
  summary: 'Change settings, by an earlier path',
  description: OLD_PATH,
})

export const updateNotificationSettings = endpoint({
  ...shared,
  path: '/settings/notifications',
  id: 'update-notification-settings',
  summary: 'Change settings, by another earlier path',
  description: OLD_PATH,
})
