import { badRequest } from '../../../api/errors.ts'
import { emitKnownChannels, knownToPeople } from '../../channels/channel/known-through-groups.ts'
import { emitDefaultsTo } from '../../channels/default-channel-groups/follow-role.ts'
import { requireOwner } from '../../kernel/access/role-access.ts'
import { isOnlyOwner } from '../../kernel/access/user-access.ts'
import { isOwner, ROLE, type Role, type User } from '../../kernel/realm-state/user.ts'
import type { CallTx, Tx } from '../../kernel/transaction/tx.ts'
import { managersOf } from '../bots/access.ts'
import { emitManagedBots, emitManagers } from '../bots/emit-managed-bots.ts'
import { emitGroupChanges } from '../groups/member-events.ts'
import { followRole } from '../sight/follow-role.ts'
import { emitPerson, storeChange } from './emit-change.ts'

/**
 * Sets another role of an account, if the caller may. Events tell which groups and channels follow from it. Returns the
 * account as it is afterwards.
 */
export async function changeRole(tx: CallTx, user: User, role: Role): Promise<User> {
  if (user.role === role) return user
  if (isOwner(user) || role === ROLE.owner) requireOwner(tx.actor.user)
  if (isOnlyOwner(tx.realm, user))
    throw badRequest('The owner permission cannot be removed from the only organization owner.')
  return giveRole(tx, user, role)
}

/** The change itself, which the operator makes without asking anybody. */
export async function giveRole(
  tx: Tx,
  user: User,
  role: Role,
  /** Those who could manage the bot before, if its owner changes too. */
  managers: readonly number[] = managersOf(tx.realm, user),
): Promise<User> {
  const known = knownToPeople(tx.realm, user.isActive ? [user.id] : [])
  const changed = await storeChange(tx, user, { role })
  await emitPerson(tx, changed, { user_id: user.id, role })
  if (user.isActive) {
    emitGroupChanges(tx, user, changed)
    emitManagedBots(tx, user, changed)
    emitDefaultsTo(tx, user, changed)
  }
  emitManagers(tx, changed, managers)
  await emitKnownChannels(tx, known)
  await followRole(tx, user, changed)
  tx.audit({
    action: 'role changed',
    target: { kind: 'user', id: user.id },
    details: { before: user.role, after: role },
  })
  return changed
}
