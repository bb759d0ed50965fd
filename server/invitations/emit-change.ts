import { isAdministrator } from '../realm-state/user.ts'
import type { Tx } from '../transaction/tx.ts'

/** Tells those who can see the invitation: administrators and the person who made it. */
export function emitInvitesChanged(tx: Tx, inviterId: number): void {
  const people = [...tx.realm.users.values()].filter(
    (user) => user.isActive && !user.isBot && (isAdministrator(user) || user.id === inviterId),
  )
  tx.emit({ type: 'invites_changed' }, { to: 'users', ids: people.map(({ id }) => id) })
}
