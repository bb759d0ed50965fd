import * as z from 'zod'
import { Device } from '../objects/personal.ts'
import { event, registerFields } from './base.ts'

const device_id = z.int().describe('The id of the device.')
const { push_key_id, push_token_last_updated_timestamp, ...nullable } = Device.shape

export const DeviceAdded = event('device', {
  op: z.literal('add').describe('A device was registered. It has no push key and no push token yet.'),
  device_id,
})
/** A key and a time never go away again, so they are never null here. */
export const DeviceUpdated = event('device', {
  op: z.literal('update').describe('A device was changed. Only fields with new values are present.'),
  device_id,
  push_key_id: push_key_id.unwrap().optional().describe('The id of the new push key.'),
  push_token_id: nullable.push_token_id.optional(),
  pending_push_token_id: nullable.pending_push_token_id.optional(),
  push_token_last_updated_timestamp: push_token_last_updated_timestamp
    .unwrap()
    .optional()
    .describe('When the push token last changed, in seconds since 1970.'),
  push_registration_error_code: nullable.push_registration_error_code.optional(),
})
export const DeviceRemoved = event('device', {
  op: z.literal('remove').describe('A device was removed.'),
  device_id,
})

export const deviceFields = registerFields('device', {
  devices: z.record(z.string(), Device).describe('The devices of the caller that receive push notifications, by id.'),
})
