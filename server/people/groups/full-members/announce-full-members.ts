import { emitKnownChannels, knownThroughGroup } from '../../../channels/channel/known-through-groups.ts'
import { seconds } from '../../../kernel/base/clock.ts'
import { everyone } from '../../../kernel/log/audience.ts'
import type { RealmState } from '../../../kernel/realm-state/realm-state.ts'
import { ROLE, type User } from '../../../kernel/realm-state/user.ts'
import type { Tx } from '../../../kernel/transaction/tx.ts'
import type { WorkContext } from '../../../kernel/work-context.ts'
import { hasUnannounced, moveAnnounced } from './queries.ts'

const DAY = 86_400

/**
 * Members become full members by time alone. Permissions know it at once; this tells clients, which list the members of
 * `role:fullmembers`.
 */
export async function announceFullMembers(context: WorkContext, realmId: number): Promise<void> {
  if (await hasUnannounced(context.database.db, realmId, seconds(context.clock)))
    await context.transact(realmId, emitChangesByTime)
}

async function emitChangesByTime(tx: Tx): Promise<void> {
  const { realm } = tx
  const since = await moveAnnounced(tx.db, realm.id, tx.now)
  const days = realm.info.settings.waiting_period_threshold
  if (days === 0) return
  const matured = membersOf(realm).filter((user) => {
    const at = user.dateJoined + days * DAY
    return at > since && at <= tx.now
  })
  // Before, they were not full members, which memory cannot say any more.
  await tell(tx, withoutFullMembers(realm), matured, 'add_members', async () => {})
}

/** Changes the waiting period. Tells who is a full member from now on, and who no longer. */
export async function changeWaitingPeriod(tx: Tx, days: number, change: () => Promise<void>): Promise<void> {
  await emitChangesByTime(tx)
  const { realm } = tx
  const members = membersOf(realm)
  const gained = members.filter((user) => !realm.isFullMember(user) && realm.isFullMember(user, days))
  const lost = members.filter((user) => realm.isFullMember(user) && !realm.isFullMember(user, days))
  // A longer period only takes, and a shorter one only gives.
  if (lost.length > 0) await tell(tx, realm, lost, 'remove_members', change)
  else await tell(tx, realm, gained, 'add_members', change)
}

const membersOf = (realm: RealmState): User[] =>
  [...realm.users.values()].filter((user) => user.isActive && user.role === ROLE.member)

function withoutFullMembers(realm: RealmState): RealmState {
  const { info, seq } = realm
  const value = { ...info, settings: { ...info.settings, waiting_period_threshold: Number.POSITIVE_INFINITY } }
  const before = realm.overlay()
  before.apply({ seq, audience: { to: 'nobody' }, payload: { state: [{ put: 'realm', value }] } })
  return before
}

/** The change of the group, and the channels that people know only through it. */
async function tell(
  tx: Tx,
  before: RealmState,
  people: readonly User[],
  op: 'add_members' | 'remove_members',
  change: () => Promise<void>,
): Promise<void> {
  const { id } = tx.realm.groups.system('role:fullmembers')
  const userIds = people.map((user) => user.id)
  const known = knownThroughGroup(before, id, userIds)
  await change()
  if (userIds.length === 0) return
  tx.emit({ type: 'user_group', op, group_id: id, user_ids: userIds }, everyone, { background: { isHidden: false } })
  await emitKnownChannels(tx, known)
}
