import { endpoint } from '../contract.ts'
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
