import { openMemberships } from '../../channels/member-queries.ts'
import { emitPeers } from '../../channels/peer-events.ts'
import { activeSubscriptions } from '../../channels/queries.ts'
import { requireAdministrator, requireOwner } from '../../kernel/access/role-access.ts'
import { requireUser } from '../../kernel/access/user-access.ts'
import { userFromRow } from '../../kernel/realm-state/from-rows.ts'
import { blindTo } from '../../kernel/realm-state/sight.ts'
import { isOwner, type User } from '../../kernel/realm-state/user.ts'
import type { CallTx, Tx } from '../../kernel/transaction/tx.ts'
import { mayReactivateBot } from '../../people/bots/access.ts'
import { emitGroupChanges } from '../../people/groups/member-events.ts'
import { emitSeen } from '../../people/sight/emit-seen.ts'
import { requireOtherName } from '../../people/users/change-name.ts'
import { emitPerson, storeChange } from '../../people/users/emit-change.ts'
import { updateAccount } from '../../people/users/queries.ts'

/** By an administrator, or a bot by its owner. A bot whose owner is gone gets the caller for its owner. */
export async function reactivateAccount(tx: CallTx, userId: number): Promise<void> {
  const { user: caller } = tx.actor
  if (!mayReactivateBot(tx.actor, userId)) requireAdministrator(caller)
  const user = requireUser(tx.realm, userId)
  if (isOwner(user)) requireOwner(caller)
  if (user.isActive) return
  if (user.isBot) requireOtherName(tx.realm, user.fullName, user.id)
  await reactivateUser(tx, user)
  if (!user.isBot || isActive(tx, user.botOwnerId)) return
  const owned = await storeChange(tx, tx.realm.users.get(userId)!, { bot_owner_id: caller.id })
  await emitPerson(tx, owned, { user_id: userId, bot_owner_id: caller.id })
}

const isActive = ({ realm }: Tx, userId: number | null): boolean =>
  userId !== null && (realm.users.get(userId)?.isActive ?? false)

/** Reopens the memberships. Messages sent in between were not received. */
export async function reactivateUser(tx: Tx, user: User): Promise<void> {
  const { realm } = tx
  const blindBefore = blindTo(realm, user)
  const row = await updateAccount(tx.db, user.id, { is_active: true })
  const channelIds = await activeSubscriptions(tx.db, user.id)
  const channels = channelIds.flatMap((id) => realm.channels.get(id) ?? [])
  const active = userFromRow(row, realm.info.host)
  const opening = { userId: user.id, fromSeq: tx.nextSeq }
  await openMemberships(
    tx.db,
    realm.id,
    channels.map(({ convId }) => ({ ...opening, convId })),
  )
  tx.record([{ put: 'user', value: active }, ...channels.map((channel) => ({ join: channel.id, users: [user.id] }))])
  const blind = blindTo(realm, active)
  const gained = [...blindBefore].filter((id) => !blind.has(id))
  emitSeen(tx, active, gained)
  await emitPerson(tx, active, { user_id: user.id, is_active: true }, ({ id }) => !gained.includes(id))
  emitGroupChanges(tx, null, active)
  emitPeers(tx, 'peer_add', channels, user.id)
  tx.audit({ action: 'user reactivated', target: { kind: 'user', id: user.id } })
}
