import type { BasicChannel } from '../../api/objects/channel.ts'
import { hasMetadataAccess } from '../kernel/access/channel-access.ts'
import { getOrMake } from '../kernel/base/get-or-make.ts'
import { subscribersField } from '../kernel/events/subscriber-lists.ts'
import type { Channel } from '../kernel/realm-state/channel.ts'
import { settingsOf } from '../kernel/realm-state/user-settings.ts'
import { Json, type JsonPiece, type StateRequest, type StateSlice } from '../kernel/register/snapshot.ts'
import { presentChannel, presentOwnSettings } from './channel/present.ts'
import { type ChannelFacts, factsAtOnce } from './channel/queries.ts'
import { channelText, moreMembers } from './channel-text.ts'
import { defaultChannelsFor } from './default-channel-groups/default-channels.ts'
import { subscriptionsOf } from './queries.ts'
import { subscriberText } from './subscriber-text.ts'

interface TakenChannel {
  readonly channel: Channel
  readonly shown: BasicChannel
}

const takenFor = new WeakMap<StateRequest, TakenChannel[]>()

/**
 * The channels that the person may see. Taken from memory once for all parts of the state, and completed from the
 * database.
 */
const takeChannels = (request: StateRequest): TakenChannel[] =>
  getOrMake(takenFor, request, () => knownChannels(request))

function knownChannels({ realm, user, spec }: StateRequest): TakenChannel[] {
  const known = [...realm.channels.values()].filter(
    (channel) =>
      hasMetadataAccess(realm, user, channel) && (!channel.isArchived || spec.capabilities.archived_channels),
  )
  return known.map((channel) => ({ channel, shown: presentChannel(realm, channel, undefined) }))
}

/** The text with the facts of the database, open for another member. */
const openText = ({ channel, shown }: TakenChannel, facts: ReadonlyMap<number, ChannelFacts>): string =>
  channelText(channel, { ...shown, first_message_id: facts.get(channel.id)?.firstMessageId ?? null })

/** Adds the subscribers. Recent activity is not known yet, so "partial" leaves no one out. */
function takeSubscriptions(request: StateRequest) {
  const { realm, user, spec } = request
  return takeChannels(request).map((taken) => {
    const { id } = taken.channel
    const field = subscribersField(spec.includeSubscribers, taken.shown.subscriber_count)
    return {
      ...taken,
      isSubscribed: realm.memberships.isSubscribed(user.id, id),
      subscribers: field && { field, text: subscriberText(realm, id) },
    }
  })
}

function* subscriptionText(
  taken: ReturnType<typeof takeSubscriptions>[number],
  text: string,
  own: object,
): Generator<JsonPiece> {
  yield text + moreMembers(own)
  if (taken.subscribers) {
    yield `,"${taken.subscribers.field}":`
    yield taken.subscribers.text()
  }
  yield '}'
}

/** Writes a list in pieces: `[{…},{…}]`. */
function* listText(items: readonly (() => Iterable<JsonPiece>)[]): Generator<JsonPiece> {
  yield '['
  for (const [index, item] of items.entries()) {
    if (index > 0) yield ','
    yield* item()
  }
  yield ']'
}

export const subscriptionsState: StateSlice = {
  types: ['subscription'],
  take(request) {
    const { realm, user, spec } = request
    const taken = takeSubscriptions(request)
    const inherited = spec.capabilities.notification_settings_null ? null : settingsOf(user)
    return async (db) => {
      const [facts, rows] = [await factsAtOnce(db, realm.id), await subscriptionsOf(db, [user.id])]
      const own = new Map(rows.map((row) => [row.channel_id, row]))
      const textOf = (one: (typeof taken)[number]) => () => {
        const row = own.get(one.channel.id)
        return subscriptionText(one, openText(one, facts), row ? presentOwnSettings(row, inherited) : {})
      }
      const listed = Object.groupBy(taken, ({ channel, isSubscribed }) =>
        !own.has(channel.id) ? 'never_subscribed' : isSubscribed ? 'subscriptions' : 'unsubscribed',
      )
      const list = (name: keyof typeof listed) => new Json(listText((listed[name] ?? []).map(textOf)))
      return {
        subscriptions: list('subscriptions'),
        unsubscribed: list('unsubscribed'),
        never_subscribed: list('never_subscribed'),
      }
    }
  },
}

/** Only what the person is subscribed to. */
export const ownSubscriptionsState: StateSlice = {
  types: ['subscription'],
  take(request) {
    const complete = subscriptionsState.take(request)
    return async (db) => {
      if (typeof complete !== 'function') throw new Error('the subscriptions are read from the database')
      return { subscriptions: (await complete(db))['subscriptions'] }
    }
  },
}

export const channelsState: StateSlice = {
  types: ['stream'],
  take(request) {
    const taken = takeChannels(request)
    return async (db) => {
      const facts = await factsAtOnce(db, request.realm.id)
      const textOf = (one: TakenChannel) => () => [openText(one, facts), '}']
      return { streams: new Json(listText(taken.map(textOf))) }
    }
  },
}

export const defaultChannelsState: StateSlice = {
  types: ['default_streams'],
  take: ({ realm, user }) => ({ realm_default_streams: defaultChannelsFor(realm, user) }),
}
