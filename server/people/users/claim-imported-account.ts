import type { User } from '../../kernel/realm-state/user.ts'
import type { Tx } from '../../kernel/transaction/tx.ts'
import { dateJoined } from '../sight/present.ts'
import { emitPerson, storeChange } from './emit-change.ts'

/** The first sign-in of somebody who came with imported data: the account counts as created now. */
export async function claimImportedAccount(tx: Tx, userId: number): Promise<User> {
  const user = tx.realm.users.get(userId)!
  // Two sign-ins may come at once.
  if (!user.isImportedStub) return user
  const claimed = await storeChange(tx, user, { is_imported_stub: false, date_joined: tx.now })
  const person = { user_id: userId, is_imported_stub: false, date_joined: dateJoined(claimed) } as const
  await emitPerson(tx, claimed, person)
  return claimed
}
