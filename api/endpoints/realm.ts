import * as z from 'zod'
import { endpoint, json } from '../contract.ts'
import { realmSettingParams } from '../objects/realm-settings.ts'

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
