import type { Device } from '../../../api/objects/personal.ts'
import type { DeviceRow } from './queries.ts'

export const presentDevice = (row: DeviceRow): Device => ({
  push_key_id: row.push_key_id,
  push_token_id: row.push_token_id,
  pending_push_token_id: row.pending_token_id,
  push_token_last_updated_timestamp: row.push_token_at,
  push_registration_error_code: row.error_code,
})
