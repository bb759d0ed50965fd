import { closeMemberships } from '../channels/member-queries.ts'
import { emitPeers } from '../channels/peer-events.ts'
import { deleteQueuesOfUser } from '../events/queue-store.ts'
import { revokeInvitationsOf } from '../invitations/queries.ts'
import { everyone } from '../log/audience.ts'
import { userFromRow } from '../realm-state/from-rows.ts'
import type { User } from '../realm-state/user.ts'
import type { Tx } from '../transaction/tx.ts'
import { updateAccount } from './queries.ts'

/** Ends the queues and the memberships. The subscriptions stay for a reactivation. */
export async function deactivateUser(tx: Tx, user: User): Promise<void> {
  const { realm } = tx
  const row = await updateAccount(tx.db, user.id, { is_active: false })
  await deleteQueuesOfUser(tx.db, user.id)
  await revokeInvitationsOf(tx.db, realm.id, user.id)
  await closeMemberships(tx.db, tx.nextSeq, [user.id], null)
  const channels = realm.memberships.channelsOf(user.id).flatMap((id) => realm.channels.get(id) ?? [])
  tx.emit({ type: 'realm_user', op: 'update', person: { user_id: user.id, is_active: false } }, everyone, {
    state: [
      { put: 'user', value: userFromRow(row, realm.info.host) },
      ...channels.map((channel) => ({ leave: channel.id, users: [user.id] })),
    ],
  })
  emitPeers(tx, 'peer_remove', channels, user.id)
}
