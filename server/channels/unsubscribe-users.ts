import { audienceOf, hasMetadataAccessOutside } from '../kernel/access/channel-access.ts'
import { users as toUsers } from '../kernel/log/audience.ts'
import type { Channel } from '../kernel/realm-state/channel.ts'
import type { User } from '../kernel/realm-state/user.ts'
import type { Tx } from '../kernel/transaction/tx.ts'
import { markConversationRead } from '../messages/read-state/mark-conversation-read.ts'
import { emitSight } from '../people/sight/emit-sight.ts'
import { closeMemberships } from './member-queries.ts'
import { endSubscriptions } from './queries.ts'

/**
 * People leave a channel: what they had not read counts as read, and nothing more arrives. The number of statements
 * does not depend on the number of people.
 */
export async function unsubscribeUsers(tx: Tx, channel: Channel, people: readonly User[]): Promise<void> {
  const leaving = people.filter((user) => tx.realm.memberships.isSubscribed(user.id, channel.id)).map((user) => user.id)
  if (leaving.length === 0) return
  await endSubscriptions(tx.db, leaving, channel.id)
  await markConversationRead(tx, leaving, channel.convId)
  await closeMemberships(tx.db, tx.nextSeq, leaving, channel)
  tx.emit(
    { type: 'subscription', op: 'remove', subscriptions: [{ stream_id: channel.id, name: channel.name }] },
    toUsers(...leaving),
    { state: [{ leave: channel.id, users: leaving }] },
  )
  const blind = leaving.filter((id) => !hasMetadataAccessOutside(tx.realm, tx.realm.users.get(id)!, channel))
  // Somebody who leaves alone knows it from the event above; those who leave together learn of each other.
  const except = leaving.length === 1 ? leaving : blind
  tx.emit(
    { type: 'subscription', op: 'peer_remove', stream_ids: [channel.id], user_ids: leaving },
    audienceOf(tx.realm, channel, { except }),
  )
  if (blind.length > 0) {
    const gone = { streams: [{ stream_id: channel.id }], stream_ids: [channel.id] }
    tx.emit({ type: 'stream', op: 'delete', ...gone }, toUsers(...blind))
  }
  emitSight(tx, { left: [{ channel: channel.id, people: leaving }] })
}
