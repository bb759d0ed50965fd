import { everyone } from '../../kernel/log/audience.ts'
import { type Group, isDirectMember } from '../../kernel/realm-state/group.ts'
import type { User } from '../../kernel/realm-state/user.ts'
import type { Tx } from '../../kernel/transaction/tx.ts'

/**
 * Tells clients which groups an account has joined and left because the account itself changed: it is new, active again or
 * has another role. `before` is null for an account that was not there or not active. To be called after the account's own
 * event. A deactivation needs no call: clients remove the account from all groups by themselves.
 */
export function emitGroupChanges(tx: Tx, before: User | null, after: User): void {
  const isIn = (user: User | null, group: Group) =>
    user !== null && isDirectMember(group, user, tx.realm.isFullMember(user))
  for (const group of tx.realm.groups.all()) {
    const [was, is] = [isIn(before, group), isIn(after, group)]
    if (was === is) continue
    const op = is ? 'add_members' : 'remove_members'
    tx.emit({ type: 'user_group', op, group_id: group.id, user_ids: [after.id] }, everyone, {
      background: { isHidden: group.deactivated },
    })
  }
}
