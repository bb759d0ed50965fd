import { audiences, hasMetadataAccess } from '../kernel/access/channel-access.ts'
import { getOrMake } from '../kernel/base/get-or-make.ts'
import { users as toUsers } from '../kernel/log/audience.ts'
import type { Channel } from '../kernel/realm-state/channel.ts'
import { limitsGuests } from '../kernel/realm-state/sight.ts'
import type { User } from '../kernel/realm-state/user.ts'
import type { EventParts, Tx } from '../kernel/transaction/tx.ts'
import { markOutsideMentionsRead } from '../messages/read-state/mark-conversation-read.ts'
import { emitSight } from '../people/sight/emit-sight.ts'
import { presentChannel, presentSubscription } from './channel/present.ts'
import { type ChannelFacts, channelFacts, type SubscriptionRow } from './channel/queries.ts'
import { pickColor } from './colors.ts'
import { mentionedFromOutside, openMemberships, type ReceiptStart } from './member-queries.ts'
import { colorsOf, saveSubscriptions } from './queries.ts'

/** A channel and the people who join it. */
interface ChannelNewcomers {
  readonly channel: Channel
  readonly newcomers: readonly User[]
}

/**
 * Subscribes people who are not subscribed yet, with their events. The caller has checked the permissions. It runs in
 * the lane, so the number of statements does not depend on the number of channels.
 */
export async function subscribeUsers(
  tx: Tx,
  channels: readonly Channel[],
  people: readonly User[],
  /** The channels that this transaction has created. Their events were already emitted. */
  created: readonly Channel[] = [],
): Promise<void> {
  const { realm } = tx
  const joinings = channels
    .map((channel) => ({
      channel,
      newcomers: people.filter((user) => !realm.memberships.isSubscribed(user.id, channel.id)),
    }))
    .filter(({ newcomers }) => newcomers.length > 0)
  if (joinings.length === 0) return
  const rows = await saveRows(tx, joinings)
  const isNew = new Set(created.map((channel) => channel.id))
  const known = joinings.flatMap(({ channel: { id } }) => (isNew.has(id) ? [] : [id]))
  const facts = await channelFacts(tx.db, realm.id, known)
  await join(tx, joinings, facts)
  emitAlike(
    tx,
    joinings.map(({ channel }) => channel),
    alike(rows),
    facts,
  )
}

/**
 * Handles one channel after another: people who could not see it get the channel, and the others get the new
 * subscribers. Guests with limited sight get to know people before these are named as subscribers, because some clients
 * leave out subscribers whom they do not know.
 */
async function join(
  tx: Tx,
  joinings: readonly ChannelNewcomers[],
  facts: ReadonlyMap<number, ChannelFacts>,
): Promise<void> {
  const audienceOf = audiences(tx.realm)
  const wasMentioned = await outsideMentions(tx, joinings)
  const openings: ReceiptStart[] = []
  const isLimited = limitsGuests(tx.realm)
  const tellPeers = ({ channel, newcomers }: ChannelNewcomers, parts?: EventParts) => {
    const ids = newcomers.map((user) => user.id)
    const audience = audienceOf(channel, { except: ids })
    tx.emit({ type: 'subscription', op: 'peer_add', stream_ids: [channel.id], user_ids: ids }, audience, parts)
  }
  for (const joining of joinings) {
    const { channel, newcomers } = joining
    revealTo(tx, channel, newcomers, facts.get(channel.id))
    for (const user of newcomers)
      if (wasMentioned(user, channel)) await markOutsideMentionsRead(tx, user.id, channel.convId)
    const users = newcomers.map((user) => user.id)
    for (const userId of users) openings.push({ userId, convId: channel.convId, fromSeq: tx.nextSeq })
    const state = [{ join: channel.id, users }]
    if (isLimited) tx.record(state)
    else tellPeers(joining, { state })
  }
  if (isLimited) {
    const ids = ({ channel, newcomers }: ChannelNewcomers) => ({
      channel: channel.id,
      people: newcomers.map(({ id }) => id),
    })
    emitSight(tx, { joined: joinings.map(ids) })
    for (const joining of joinings) tellPeers(joining)
  }
  await openMemberships(tx.db, tx.realm.id, openings)
}

/** Returns a function that is true for a bot that was mentioned in the channel before. */
async function outsideMentions(
  tx: Tx,
  joinings: readonly ChannelNewcomers[],
): Promise<(user: User, channel: Channel) => boolean> {
  const bots = new Set(joinings.flatMap(({ newcomers }) => newcomers.filter((user) => user.isBot).map(({ id }) => id)))
  if (bots.size === 0) return () => false
  const convIds = joinings.map(({ channel }) => channel.convId)
  const found = await mentionedFromOutside(tx.db, tx.realm.id, [...bots], convIds)
  const keys = new Set(found.map((row) => `${row.user_id} ${row.conv_id}`))
  return (user, channel) => keys.has(`${user.id} ${channel.convId}`)
}

/** Sends the channel to new subscribers who could not see it until now. A new channel has no facts. */
function revealTo(tx: Tx, channel: Channel, newcomers: readonly User[], facts: ChannelFacts | undefined): void {
  if (!facts) return
  const { realm } = tx
  const blind = newcomers.filter((user) => !hasMetadataAccess(realm, user, channel)).map((user) => user.id)
  if (blind.length === 0) return
  const shown = presentChannel(realm, channel, facts)
  tx.emit({ type: 'stream', op: 'create', streams: [shown] }, toUsers(...blind))
}

/**
 * A row of the log lists no more subscribers than these. Each piece of a large change has a row for each colour, and all
 * subscribers in each would be hundreds of megabytes. Clients get them from memory.
 */
const MAX_SUBSCRIBERS_PER_ROW = 1_000

/** Tells subscribers of their subscriptions to these channels. */
export function emitAlike(
  tx: Tx,
  channels: readonly Channel[],
  groups: Iterable<Alike>,
  facts: ReadonlyMap<number, ChannelFacts>,
  background?: object,
): void {
  const shown = new Map(
    channels.map((channel) => {
      const all = tx.realm.memberships.subscribers(channel.id)
      const listed = all.size > MAX_SUBSCRIBERS_PER_ROW ? {} : { subscribers: [...all].sort((a, b) => a - b) }
      return [channel.id, { basic: presentChannel(tx.realm, channel, facts.get(channel.id)), listed }]
    }),
  )
  for (const own of groups) {
    const subscriptions = own.rows.map((row) => {
      const { basic, listed } = shown.get(row.channel_id)!
      return { ...presentSubscription(basic, row, null), ...listed }
    })
    const parts = background ? { background } : {}
    tx.emit({ type: 'subscription', op: 'add', subscriptions }, toUsers(...own.userIds), parts)
  }
}

/** People with the same subscriptions. */
interface Alike {
  readonly userIds: number[]
  readonly rows: Omit<SubscriptionRow, 'user_id'>[]
}

/**
 * Groups people whose new subscriptions are identical, so that they share a log row. The row lists the subscribers, so
 * there must be few rows. One channel has at most as many groups as colours, and channels with the same groups stay
 * together.
 */
function alike(rows: readonly SubscriptionRow[]): Iterable<Alike> {
  const bySettings = new Map<string, SubscriptionRow[]>()
  for (const row of rows) {
    const { user_id: _, ...look } = row
    getOrMake(bySettings, JSON.stringify(look), () => []).push(row)
  }
  const byPeople = new Map<string, Alike>()
  for (const same of bySettings.values()) {
    const userIds = same.map((row) => row.user_id)
    getOrMake(byPeople, userIds.join(), () => ({ userIds, rows: [] })).rows.push(same[0]!)
  }
  return byPeople.values()
}

async function saveRows(tx: Tx, joinings: readonly ChannelNewcomers[]): Promise<SubscriptionRow[]> {
  const used = new Map<number, Set<string>>()
  for (const { newcomers } of joinings) for (const { id } of newcomers) used.set(id, new Set())
  for (const row of await colorsOf(tx.db, [...used.keys()])) used.get(row.user_id)?.add(row.color)
  const rows = joinings.flatMap(({ channel, newcomers }) =>
    newcomers.map((user) => {
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
