import { closeMemberships } from '../../channels/member-queries.ts'
import { emitPeers } from '../../channels/peer-events.ts'
import { deleteQueuesOfUser } from '../../kernel/events/queue-store.ts'
import { userFromRow } from '../../kernel/realm-state/from-rows.ts'
import { isDirectMember } from '../../kernel/realm-state/group.ts'
import { blindTo } from '../../kernel/realm-state/sight.ts'
import { unknownUser } from '../../kernel/realm-state/unknown-user.ts'
import type { User } from '../../kernel/realm-state/user.ts'
import type { Tx } from '../../kernel/transaction/tx.ts'
import { forgetTokens } from '../../outside/calls/change-token.ts'
import { forgetDevices } from '../../outside/devices/remove-device.ts'
import { emitInvitesChanged } from '../../people/users/email/emit-invites-changed.ts'
import { emitPerson } from '../../people/users/emit-change.ts'
import { updateAccount } from '../../people/users/queries.ts'
import { revokeInvitationsOf } from '../invitations/queries.ts'
import { endSessions } from '../sessions/end-sessions.ts'

/**
 * Ends the queues, the sessions, the devices, the connected accounts and the memberships. The subscriptions stay for a
 * reactivation.
 */
export async function deactivateUser(tx: Tx, user: User): Promise<void> {
  const { realm } = tx
  const blindBefore = blindTo(realm, user)
  const row = await updateAccount(tx.db, user.id, { is_active: false })
  await deleteQueuesOfUser(tx.db, user.id)
  await endSessions(tx, user.id)
  if (!user.isBot) {
    await forgetDevices(tx, user.id)
    await forgetTokens(tx, user.id)
  }
  const hadInvitations = await revokeInvitationsOf(tx.db, realm.id, user.id)
  await closeMemberships(tx.db, tx.nextSeq, [user.id], null)
  const channels = realm.memberships.channelsOf(user.id).flatMap((id) => realm.channels.get(id) ?? [])
  const gone = userFromRow(row, realm.info.host)
  tx.record([{ put: 'user', value: gone }, ...channels.map((channel) => ({ leave: channel.id, users: [user.id] }))])
  await emitPerson(tx, gone, { user_id: user.id, is_active: false })
  emitUnseen(tx, user, blindBefore, [...blindTo(realm, gone)])
  emitPeers(tx, 'peer_remove', channels, user.id)
  if (hadInvitations) emitInvitesChanged(tx, [])
  tx.audit({ action: 'user deactivated', target: { kind: 'user', id: user.id } })
}

/**
 * Limited guests who do not see the person get no event about the deactivation, but the groups that they know have a
 * member less. Those who saw the person only in channels do not see them any more.
 */
function emitUnseen(tx: Tx, user: User, blindBefore: ReadonlySet<number>, blindIds: readonly number[]): void {
  if (blindIds.length === 0) return
  const blind = { to: 'users', ids: blindIds } as const
  for (const group of tx.realm.groups.all()) {
    if (!isDirectMember(group, user, tx.realm.isFullMember(user))) continue
    tx.emit({ type: 'user_group', op: 'remove_members', group_id: group.id, user_ids: [user.id] }, blind, {
      background: { isHidden: group.deactivated },
    })
  }
  const lost = blindIds.filter((id) => !blindBefore.has(id))
  if (lost.length === 0) return
  const person = { user_id: user.id, full_name: unknownUser(tx.realm, user.id).fullName }
  tx.emit({ type: 'realm_user', op: 'remove', person }, { to: 'users', ids: lost })
}
