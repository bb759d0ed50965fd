import { openMemberships } from '../channels/member-queries.ts'
import { emitPeers } from '../channels/peer-events.ts'
import { activeSubscriptions } from '../channels/queries.ts'
import { everyone } from '../log/audience.ts'
import type { Tx } from '../log/transact.ts'
import { userFromRow } from '../realm-state/from-rows.ts'
import type { RealmState } from '../realm-state/realm-state.ts'
import type { User } from '../realm-state/user.ts'
import { updateAccount } from './queries.ts'

/** Receiving begins anew in the channels of before; what was sent meanwhile was not received. */
export async function reactivateUser(tx: Tx, realm: RealmState, user: User): Promise<void> {
  const row = await updateAccount(tx.db, user.id, { is_active: true })
  const channelIds = await activeSubscriptions(tx.db, user.id)
  const channels = channelIds.flatMap((id) => realm.channels.get(id) ?? [])
  const opening = { userId: user.id, fromSeq: tx.nextSeq }
  await openMemberships(
    tx,
    channels.map(({ convId }) => ({ ...opening, convId })),
  )
  tx.emit({ type: 'realm_user', op: 'update', person: { user_id: user.id, is_active: true } }, everyone, [
    { put: 'user', user: userFromRow(row, realm.info.host) },
    ...channels.map((channel) => ({ join: channel.id, users: [user.id] })),
  ])
  emitPeers(tx, realm, 'peer_add', channels, user.id)
}
