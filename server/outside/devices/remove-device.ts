import { users } from '../../kernel/log/audience.ts'
import type { CallTx, Tx } from '../../kernel/transaction/tx.ts'
import { noSuchDevice } from './access.ts'
import { deleteDevice, deleteOldDevices } from './queries.ts'
import { deleteOldTokens } from './token-queries.ts'

export async function removeDevice(tx: CallTx, id: number): Promise<void> {
  const { realm, user } = tx.actor
  if (!(await deleteDevice(tx.db, realm.id, user.id, id))) throw noSuchDevice()
  tx.emit({ type: 'device', op: 'remove', device_id: id }, users(user.id))
}

/** For an account that ends. Its queues end too, so there are no events. */
export async function forgetDevices(tx: Tx, userId: number): Promise<void> {
  await deleteOldDevices(tx.db, tx.realm.id, userId, 0)
  await deleteOldTokens(tx.db, tx.realm.id, userId, 0)
}
