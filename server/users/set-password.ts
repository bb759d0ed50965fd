import { userFromRow } from '../realm-state/from-rows.ts'
import type { User } from '../realm-state/user.ts'
import type { Tx } from '../transaction/tx.ts'
import { updateAccount } from './queries.ts'

/** No client may see it; memory follows the account all the same. */
export async function setPassword(tx: Tx, user: User, passwordHash: string): Promise<void> {
  const row = await updateAccount(tx.db, user.id, { password_hash: passwordHash })
  tx.record([{ put: 'user', value: userFromRow(row, tx.realm.info.host) }])
  tx.audit({ action: 'password set', target: { kind: 'user', id: user.id } })
}
