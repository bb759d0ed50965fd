import { users as toUsers } from '../log/audience.ts'
import { markConversationRead } from '../read-state/mark-conversation-read.ts'
import type { Channel } from '../realm-state/channel.ts'
import type { User } from '../realm-state/user.ts'
import type { Tx } from '../transaction/tx.ts'
import { audienceOf, hasMetadataAccessOutside } from './access.ts'
import { closeMemberships } from './member-queries.ts'
import { endSubscriptions } from './queries.ts'

/** Removes people from a channel. Their unread messages count as read, and they receive no more. */
export async function unsubscribeUsers(tx: Tx, channel: Channel, people: readonly User[]): Promise<void> {
  const leaving = people.filter((user) => tx.realm.memberships.isSubscribed(user.id, channel.id)).map((user) => user.id)
  if (leaving.length === 0) return
  await endSubscriptions(tx.db, leaving, channel.id)
  for (const id of leaving) await markConversationRead(tx, id, channel.convId)
  await closeMemberships(tx.db, tx.nextSeq, leaving, channel)
  for (const [index, id] of leaving.entries()) {
    const event = {
      type: 'subscription',
      op: 'remove',
      subscriptions: [{ stream_id: channel.id, name: channel.name }],
    } as const
    tx.emit(
      { ...event, subscriptions: [...event.subscriptions] },
      toUsers(id),
      index === 0 ? { state: [{ leave: channel.id, users: leaving }] } : {},
    )
  }
  tx.emit(
    { type: 'subscription', op: 'peer_remove', stream_ids: [channel.id], user_ids: leaving },
    audienceOf(tx.realm, channel, { except: notTold(tx, channel, leaving) }),
  )
}

/**
 * The leaving people who get no event about the others. People who leave together get it if they may still see the
 * channel. A person who leaves alone does not need it.
 */
const notTold = ({ realm }: Tx, channel: Channel, leaving: readonly number[]): readonly number[] =>
  leaving.length === 1
    ? leaving
    : leaving.filter((id) => !hasMetadataAccessOutside(realm, realm.users.get(id)!, channel))
