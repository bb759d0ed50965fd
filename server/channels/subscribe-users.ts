import { getOrMake } from '../get-or-make.ts'
import { users as toUsers } from '../log/audience.ts'
import type { Tx } from '../log/transact.ts'
import { markSummonedRead } from '../read-state/mark-conversation-read.ts'
import type { Channel } from '../realm-state/channel.ts'
import type { RealmState } from '../realm-state/realm-state.ts'
import type { User } from '../realm-state/user.ts'
import { audienceOf, hasMetadataAccess } from './access.ts'
import { pickColor } from './colors.ts'
import { openMemberships } from './member-queries.ts'
import { presentChannel, presentSubscription } from './present.ts'
import { type ChannelFacts, channelFacts, type SubscriptionRow, saveSubscriptions, subscriptionsOf } from './queries.ts'

/** People who are not subscribed yet become subscribers, with their events; the caller has checked that they may. */
export async function subscribeUsers(
  tx: Tx,
  realm: RealmState,
  channels: readonly Channel[],
  people: readonly User[],
): Promise<void> {
  const missing = (channel: Channel) => people.filter((user) => !realm.memberships.isSubscribed(user.id, channel.id))
  const rows = await saveRows(tx, channels, people, missing)
  const facts = await channelFacts(tx.db, realm.id)
  const counts = new Map<number, readonly number[]>()
  for (const channel of channels) {
    const newcomers = missing(channel)
    const joining = newcomers.map((user) => user.id)
    if (joining.length === 0) continue
    revealTo(tx, realm, channel, newcomers, facts)
    for (const user of newcomers) if (user.isBot) await markSummonedRead(tx, user.id, channel.convId)
    await openMemberships(tx, [channel], joining)
    counts.set(
      channel.id,
      [...realm.memberships.subscribers(channel.id), ...joining].sort((a, b) => a - b),
    )
    tx.emit(
      { type: 'subscription', op: 'peer_add', stream_ids: [channel.id], user_ids: joining },
      audienceOf(realm, channel, tx.now, { except: joining }),
      [{ join: channel.id, users: joining }],
    )
  }
  const shown = (row: SubscriptionRow, channel: Channel, subscribers: readonly number[]) => ({
    ...presentSubscription(presentChannel(realm, channel, facts.get(channel.id), tx.now), row, null),
    subscriber_count: subscribers.length,
    subscribers: [...subscribers],
  })
  for (const { userIds, rows: own } of alike(rows)) {
    const subscriptions = channels.flatMap((channel) => {
      const row = own.find((one) => one.channel_id === channel.id)
      const subscribers = counts.get(channel.id)
      return row && subscribers ? [shown(row, channel, subscribers)] : []
    })
    if (subscriptions.length > 0) tx.emit({ type: 'subscription', op: 'add', subscriptions }, toUsers(...userIds))
  }
}

/** People whose new subscriptions look the same share a row of the log: it names all subscribers, so there must be few. */
function alike(rows: readonly SubscriptionRow[]): Iterable<{ userIds: number[]; rows: readonly SubscriptionRow[] }> {
  const byUser = new Map<number, SubscriptionRow[]>()
  for (const row of rows) getOrMake(byUser, row.user_id, () => []).push(row)
  const groups = new Map<string, { userIds: number[]; rows: readonly SubscriptionRow[] }>()
  for (const [userId, own] of byUser) {
    const look = JSON.stringify(own.map(({ user_id: _, ...rest }) => rest))
    getOrMake(groups, look, () => ({ userIds: [], rows: own })).userIds.push(userId)
  }
  return groups.values()
}

/** Whoever could not know the channel until now is told of it first; of a new one everybody has just been told. */
function revealTo(
  tx: Tx,
  realm: RealmState,
  channel: Channel,
  newcomers: readonly User[],
  facts: ReadonlyMap<number, ChannelFacts>,
): void {
  if (!realm.channels.has(channel.id)) return
  const blind = newcomers.filter((user) => !hasMetadataAccess(realm, user, channel, tx.now)).map((user) => user.id)
  if (blind.length === 0) return
  const shown = presentChannel(realm, channel, facts.get(channel.id), tx.now)
  tx.emit({ type: 'stream', op: 'create', streams: [shown] }, toUsers(...blind))
}

async function saveRows(
  tx: Tx,
  channels: readonly Channel[],
  people: readonly User[],
  missing: (channel: Channel) => readonly User[],
): Promise<SubscriptionRow[]> {
  const used = new Map(people.map((user) => [user.id, new Set<string>()]))
  for (const row of await subscriptionsOf(tx.db, [...used.keys()])) used.get(row.user_id)?.add(row.color)
  const rows = channels.flatMap((channel) =>
    missing(channel).map((user) => {
      const color = pickColor(used.get(user.id)!, channel.convId)
      used.get(user.id)!.add(color)
      return {
        user_id: user.id,
        channel_id: channel.id,
        color,
        push_notifications: channel.defaultPushNotifications || null,
      }
    }),
  )
  return saveSubscriptions(tx.db, rows)
}
