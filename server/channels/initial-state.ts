import type { NeverSubscribedChannel, Subscription } from '../../api/objects/channel.ts'
import { subscriberLists } from '../events/subscriber-lists.ts'
import type { RealmState } from '../realm-state/realm-state.ts'
import { isGuest } from '../realm-state/user.ts'
import { settingsOf } from '../realm-state/user-settings.ts'
import type { StateRequest, StateSlice } from '../register/snapshot.ts'
import { hasMetadataAccess } from './access.ts'
import { historyFields, presentChannel, presentSubscription } from './present.ts'
import { channelFacts, subscriptionsOf } from './queries.ts'

/** Channels the person may know, with who is subscribed: taken from memory, completed from the database. */
function takeChannels({ realm, user, spec }: StateRequest) {
  const { includeSubscribers } = spec
  const known = [...realm.channels.values()].filter(
    (channel) =>
      hasMetadataAccess(realm, user, channel) && (!channel.isArchived || spec.capabilities.archived_channels),
  )
  return known.map((channel) => ({
    channel,
    shown: presentChannel(realm, channel, undefined),
    isSubscribed: realm.memberships.isSubscribed(user.id, channel.id),
    lists: includeSubscribers === 'false' ? {} : subscriberLists(includeSubscribers, sorted(realm, channel.id)),
  }))
}

// Nothing tells yet who was active lately, so "partial" leaves nobody out.
const sorted = (realm: RealmState, channelId: number): number[] =>
  [...realm.memberships.subscribers(channelId)].sort((a, b) => a - b)

export const subscriptionsState: StateSlice = {
  types: ['subscription'],
  take(request) {
    const { realm, user, spec } = request
    const taken = takeChannels(request)
    const inherited = spec.capabilities.notification_settings_null ? null : settingsOf(user)
    return async (db) => {
      const [facts, rows] = [await channelFacts(db, realm.id), await subscriptionsOf(db, [user.id])]
      const own = new Map(rows.map((row) => [row.channel_id, row]))
      const subscriptions: Subscription[] = []
      const unsubscribed: Subscription[] = []
      const never: NeverSubscribedChannel[] = []
      for (const { channel, shown, isSubscribed, lists } of taken) {
        const complete = { ...shown, ...historyFields(realm, channel, facts.get(channel.id)), ...lists }
        const row = own.get(channel.id)
        if (!row) never.push(complete)
        else (isSubscribed ? subscriptions : unsubscribed).push(presentSubscription(complete, row, inherited))
      }
      return { subscriptions, unsubscribed, never_subscribed: never }
    }
  },
}

export const channelsState: StateSlice = {
  types: ['stream'],
  take(request) {
    const taken = takeChannels({ ...request, spec: { ...request.spec, includeSubscribers: 'false' } })
    return async (db) => {
      const facts = await channelFacts(db, request.realm.id)
      const complete = ({ channel, shown }: (typeof taken)[number]) => ({
        ...shown,
        ...historyFields(request.realm, channel, facts.get(channel.id)),
      })
      return { streams: taken.map(complete) }
    }
  },
}

export const defaultChannelsState: StateSlice = {
  types: ['default_streams'],
  take: ({ realm, user }) => ({
    realm_default_streams: isGuest(user)
      ? []
      : [...realm.channels.values()]
          .filter((channel) => channel.isDefault && !channel.isArchived)
          .map((channel) => channel.id),
  }),
}
