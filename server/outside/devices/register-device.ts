import { users } from '../../kernel/log/audience.ts'
import type { CallTx } from '../../kernel/transaction/tx.ts'
import { deleteOldDevices, insertDevice } from './queries.ts'

export const MAX_DEVICES = 50

/** Returns the id of the new device. Nobody removes a device that was lost, so the oldest make room. */
export async function registerDevice(tx: CallTx): Promise<number> {
  const { realm, user } = tx.actor
  const { id } = await insertDevice(tx.db, { realm_id: realm.id, user_id: user.id, created_at: tx.now })
  for (const device_id of await deleteOldDevices(tx.db, realm.id, user.id, MAX_DEVICES))
    tx.emit({ type: 'device', op: 'remove', device_id }, users(user.id))
  tx.emit({ type: 'device', op: 'add', device_id: id }, users(user.id))
  return id
}
