import { StartupRefusal } from '../base/startup-refusal.ts'
import { everyone } from '../log/audience.ts'
import { userFromRow } from '../realm-state/from-rows.ts'
import { isOwner, ROLE, type Role, type User } from '../realm-state/user.ts'
import type { Tx } from '../transaction/tx.ts'
import { updateAccount } from './queries.ts'

/** By the operator, who can give an organization without an owner a new one. */
export async function setRole(tx: Tx, user: User, role: Role): Promise<void> {
  const { realm } = tx
  if (user.isBot) throw new StartupRefusal(`${user.deliveryEmail} is a bot: choose the account of a person.`)
  if (!user.isActive) throw new StartupRefusal(`${user.deliveryEmail} is deactivated: choose an active account.`)
  if (isOwner(user) && role !== ROLE.owner && isOnlyOwner(tx, user))
    throw new StartupRefusal(`${user.deliveryEmail} is the only owner: make somebody else an owner first.`)
  if (user.role === role) return
  const row = await updateAccount(tx.db, user.id, { role })
  tx.emit({ type: 'realm_user', op: 'update', person: { user_id: user.id, role } }, everyone, {
    state: [{ put: 'user', value: userFromRow(row, realm.info.host) }],
  })
  tx.audit({
    action: 'role changed',
    target: { kind: 'user', id: user.id },
    details: { before: user.role, after: role },
  })
}

const isOnlyOwner = ({ realm }: Tx, user: User): boolean =>
  ![...realm.users.values()].some((other) => other.id !== user.id && other.isActive && isOwner(other))
