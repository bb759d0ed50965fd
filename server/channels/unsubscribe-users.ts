import { users as toUsers } from '../log/audience.ts'
import type { Tx } from '../log/transact.ts'
import { markConversationRead } from '../read-state/mark-conversation-read.ts'
import type { Channel } from '../realm-state/channel.ts'
import type { RealmState } from '../realm-state/realm-state.ts'
import type { User } from '../realm-state/user.ts'
import { audienceOf, hasMetadataAccessOutside } from './access.ts'
import { closeMemberships } from './member-queries.ts'
import { endSubscriptions } from './queries.ts'

/** People leave a channel: what they had not read counts as read, and nothing more arrives. */
export async function unsubscribeUsers(
  tx: Tx,
  realm: RealmState,
  channel: Channel,
  people: readonly User[],
): Promise<void> {
  const leaving = people.filter((user) => realm.memberships.isSubscribed(user.id, channel.id)).map((user) => user.id)
  if (leaving.length === 0) return
  await endSubscriptions(tx.db, leaving, channel.id)
  for (const id of leaving) await markConversationRead(tx, id, channel.convId)
  await closeMemberships(tx, leaving, channel)
  for (const [index, id] of leaving.entries()) {
    const event = {
      type: 'subscription',
      op: 'remove',
      subscriptions: [{ stream_id: channel.id, name: channel.name }],
    } as const
    tx.emit(
      { ...event, subscriptions: [...event.subscriptions] },
      toUsers(id),
      index === 0 ? [{ leave: channel.id, users: leaving }] : [],
    )
  }
  tx.emit(
    { type: 'subscription', op: 'peer_remove', stream_ids: [channel.id], user_ids: leaving },
    audienceOf(realm, channel, tx.now, { except: notTold(tx, realm, channel, leaving) }),
  )
}

/** Those who leave together hear of each other while they still may know the channel; one alone needs no word of it. */
const notTold = (tx: Tx, realm: RealmState, channel: Channel, leaving: readonly number[]): readonly number[] =>
  leaving.length === 1
    ? leaving
    : leaving.filter((id) => !hasMetadataAccessOutside(realm, realm.users.get(id)!, channel, tx.now))
