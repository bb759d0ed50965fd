import { ApiError, badRequest } from '../../../api/errors.ts'
import type { Actor } from '../../kernel/actor.ts'
import type { Db } from '../../kernel/db/database.ts'
import type { PushRelay } from './push-relay.ts'
import { type DeviceRow, findDevice } from './queries.ts'

export const noSuchDevice = () => badRequest('Invalid device_id')

/** A device of the caller. */
export async function requireDevice(db: Db, { realm, user }: Actor, id: number): Promise<DeviceRow> {
  const device = await findDevice(db, realm.id, id)
  if (device?.user_id !== user.id) throw noSuchDevice()
  return device
}

export function requirePushRelay(relay: PushRelay | null): PushRelay {
  if (relay === null)
    throw new ApiError('PUSH_SERVICE_NOT_CONFIGURED', 'Server is not configured to use push notification service.')
  return relay
}
