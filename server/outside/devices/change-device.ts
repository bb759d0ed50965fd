import type { EventOf } from '../../../api/events/index.ts'
import { users } from '../../kernel/log/audience.ts'
import type { Tx } from '../../kernel/transaction/tx.ts'
import { presentDevice } from './present.ts'
import { type DeviceChange, type DeviceRow, updateDevice } from './queries.ts'

type DeviceUpdate = Omit<Extract<EventOf<'device'>, { op: 'update' }>, 'id'>

/** Stores the change. Clients of the person get the fields that they see and that are new, if there are any. */
export async function changeDevice(tx: Tx, device: DeviceRow, change: DeviceChange): Promise<void> {
  const [before, after] = [presentDevice(device), presentDevice(await updateDevice(tx.db, device, change))]
  const fields = Object.keys(after) as (keyof typeof after)[]
  const changed = fields.filter((field) => after[field] !== before[field])
  if (changed.length === 0) return
  const news = Object.fromEntries(changed.map((field) => [field, after[field]]))
  const event: DeviceUpdate = { type: 'device', op: 'update', device_id: device.id, ...news }
  tx.emit(event, users(device.user_id))
}

/** All that belongs to a registration which has ended. */
export const NOTHING_PENDING = {
  pending_token_id: null,
  pending_token_kind: null,
  pending_public_key: null,
  pending_registration: null,
  pending_since: null,
} satisfies DeviceChange
