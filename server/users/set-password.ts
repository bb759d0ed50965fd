import type { Tx } from '../log/transact.ts'
import { userFromRow } from '../realm-state/from-rows.ts'
import type { RealmState } from '../realm-state/realm-state.ts'
import type { User } from '../realm-state/user.ts'
import { updateAccount } from './queries.ts'

/** No client may see it; memory follows the account all the same. */
export async function setPassword(tx: Tx, realm: RealmState, user: User, passwordHash: string): Promise<void> {
  const row = await updateAccount(tx.db, user.id, { password_hash: passwordHash })
  tx.record([{ put: 'user', user: userFromRow(row, realm.info.host) }])
}
