import { StartupRefusal } from '../../kernel/base/startup-refusal.ts'
import { ROLE, type Role, type User } from '../../kernel/realm-state/user.ts'
import type { Tx } from '../../kernel/transaction/tx.ts'
import { isOnlyOwner } from './access.ts'
import { giveRole } from './change-role.ts'

/** By the operator, who can give an organization without an owner a new one. */
export async function setRole(tx: Tx, user: User, role: Role): Promise<void> {
  if (user.isBot) throw new StartupRefusal(`${user.deliveryEmail} is a bot: choose the account of a person.`)
  if (!user.isActive) throw new StartupRefusal(`${user.deliveryEmail} is deactivated: choose an active account.`)
  if (role !== ROLE.owner && isOnlyOwner(tx.realm, user))
    throw new StartupRefusal(`${user.deliveryEmail} is the only owner: make somebody else an owner first.`)
  if (user.role !== role) await giveRole(tx, user, role)
}
