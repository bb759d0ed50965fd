import { openMemberships } from '../channels/member-queries.ts'
import { emitPeers } from '../channels/peer-events.ts'
import { activeSubscriptions } from '../channels/queries.ts'
import { emitGroupChanges } from '../groups/member-events.ts'
import { everyone } from '../log/audience.ts'
import { userFromRow } from '../realm-state/from-rows.ts'
import type { User } from '../realm-state/user.ts'
import type { Tx } from '../transaction/tx.ts'
import { updateAccount } from './queries.ts'

/** Reopens the memberships. Messages sent in between were not received. */
export async function reactivateUser(tx: Tx, user: User): Promise<void> {
  const { realm } = tx
  const row = await updateAccount(tx.db, user.id, { is_active: true })
  const channelIds = await activeSubscriptions(tx.db, user.id)
  const channels = channelIds.flatMap((id) => realm.channels.get(id) ?? [])
  const active = userFromRow(row, realm.info.host)
  const opening = { userId: user.id, fromSeq: tx.nextSeq }
  await openMemberships(
    tx.db,
    channels.map(({ convId }) => ({ ...opening, convId })),
  )
  tx.emit({ type: 'realm_user', op: 'update', person: { user_id: user.id, is_active: true } }, everyone, {
    state: [{ put: 'user', value: active }, ...channels.map((channel) => ({ join: channel.id, users: [user.id] }))],
  })
  emitGroupChanges(tx, null, active)
  emitPeers(tx, 'peer_add', channels, user.id)
}
