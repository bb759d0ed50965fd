import { isOnlyOwner } from '../../kernel/access/user-access.ts'
import { StartupRefusal } from '../../kernel/base/startup-refusal.ts'
import { ROLE, type Role, type User } from '../../kernel/realm-state/user.ts'
import type { Tx } from '../../kernel/transaction/tx.ts'
import { giveRole } from './change-role.ts'

/** The operator sets a role, for instance a new owner of an organization without one. */
export async function setRole(tx: Tx, user: User, role: Role): Promise<void> {
  if (user.isBot) throw new StartupRefusal(`${user.deliveryEmail} is a bot: choose the account of a person.`)
  if (!user.isActive) throw new StartupRefusal(`${user.deliveryEmail} is deactivated: choose an active account.`)
  if (role !== ROLE.owner && isOnlyOwner(tx.realm, user))
    throw new StartupRefusal(`${user.deliveryEmail} is the only owner: make somebody else an owner first.`)
  if (user.role !== role) await giveRole(tx, user, role)
}
