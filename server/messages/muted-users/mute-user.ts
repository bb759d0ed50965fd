import { badRequest } from '../../../api/errors.ts'
import { findShownUser, noSuchUser } from '../../kernel/access/user-access.ts'
import { users } from '../../kernel/log/audience.ts'
import type { Mutes } from '../../kernel/realm-state/records/mutes.ts'
import type { CallTx } from '../../kernel/transaction/tx.ts'
import { markOwnRead } from '../read-state/mark-own-read.ts'
import { presentMutes } from './present.ts'
import { endMute, insertMute, unreadFrom } from './queries.ts'

/** Register shows at most this number as unread. */
const MAX_UNREAD = 50_000
const MAX_MESSAGES_PER_EVENT = 1_000

/** What the muted person sent is read from now on, and so is what they will send. */
export async function muteUser(tx: CallTx, mutedId: number): Promise<void> {
  const { realm, user } = tx.actor
  if (mutedId === user.id) throw badRequest('Cannot mute self')
  if (!findShownUser(realm, user, mutedId)) throw noSuchUser()
  const before = mutedBy(tx)
  if (before.some(({ id }) => id === mutedId)) throw badRequest('User already muted')
  await insertMute(tx.db, { user_id: user.id, muted_id: mutedId, from_seq: tx.nextSeq, at: tx.now })
  emitMutes(tx, [...before, { id: mutedId, at: tx.now }])
  const unread = await unreadFrom(tx.db, tx.realm.id, user.id, mutedId, MAX_UNREAD)
  for (let start = 0; start < unread.length; start += MAX_MESSAGES_PER_EVENT)
    await markOwnRead(tx, unread.slice(start, start + MAX_MESSAGES_PER_EVENT))
}

/** What was sent meanwhile stays read. */
export async function unmuteUser(tx: CallTx, mutedId: number): Promise<void> {
  const before = mutedBy(tx)
  const after = before.filter(({ id }) => id !== mutedId)
  if (after.length === before.length) {
    if (!findShownUser(tx.realm, tx.actor.user, mutedId)) throw noSuchUser()
    throw badRequest('User is not muted')
  }
  await endMute(tx.db, tx.actor.user.id, mutedId, tx.nextSeq)
  emitMutes(tx, after)
}

const mutedBy = ({ actor, realm }: CallTx): Mutes['muted'] => realm.records.mutes.get(actor.user.id)?.muted ?? []

function emitMutes(tx: CallTx, muted: Mutes['muted']): void {
  const userId = tx.actor.user.id
  const change =
    muted.length > 0
      ? ({ put: 'mutes', value: { userId, muted } } as const)
      : ({ remove: 'mutes', key: userId } as const)
  tx.emit({ type: 'muted_users', muted_users: presentMutes(muted) }, users(userId), { state: [change] })
}
