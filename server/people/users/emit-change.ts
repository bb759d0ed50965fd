import type { PersonChange } from '../../../api/events/user.ts'
import { userFromRow } from '../../kernel/realm-state/from-rows.ts'
import { blindTo } from '../../kernel/realm-state/sight.ts'
import type { User } from '../../kernel/realm-state/user.ts'
import type { Tx } from '../../kernel/transaction/tx.ts'
import { activePeople } from '../sight/active-people.ts'
import { type AccountChange, updateAccount } from './queries.ts'

/** Stores a change of an account, without an event: memory follows, clients do not. */
export async function storeChange(tx: Tx, user: User, change: AccountChange): Promise<User> {
  const row = await updateAccount(tx.db, user.id, change)
  const changed = userFromRow(row, tx.realm.info.host)
  tx.record([{ put: 'user', value: changed }])
  return changed
}

/** An event about an account for those who may see it, as far as `concerns` is true of them. */
export async function emitPerson(
  tx: Tx,
  user: User,
  change: PersonChange,
  concerns: (viewer: User) => boolean = () => true,
): Promise<void> {
  const blind = blindTo(tx.realm, user)
  const audience = activePeople(tx.realm, (viewer) => !blind.has(viewer.id) && concerns(viewer))
  if (audience) tx.emit({ type: 'realm_user', op: 'update', person: change }, audience)
}
