import { isAdministrator } from '../../../kernel/realm-state/user.ts'
import type { Tx } from '../../../kernel/transaction/tx.ts'

/** For those who can see the invitations: administrators and the people who made them. */
export function emitInvitesChanged(tx: Tx, inviterIds: readonly number[]): void {
  const inviters = new Set(inviterIds)
  const people = [...tx.realm.users.values()].filter(
    (user) => user.isActive && (isAdministrator(user) || inviters.has(user.id)),
  )
  tx.emit({ type: 'invites_changed' }, { to: 'users', ids: people.map(({ id }) => id) })
}
