import type { EventOf } from '../../../api/events/index.ts'
import type { BasicChannel } from '../../../api/objects/channel.ts'
import { type EventReader, type EventVariants, variantsOf } from '../../kernel/events/event-variants.ts'
import { subscriberLists } from '../../kernel/events/subscriber-lists.ts'
import type { EventData } from '../../kernel/log/log-row.ts'
import { notificationsOf } from '../../kernel/realm-state/notification-settings.ts'
import type { RealmState } from '../../kernel/realm-state/realm-state.ts'
import { settingsOf } from '../../kernel/realm-state/user-settings.ts'

type SubscriptionsAdded = Omit<Extract<EventOf<'subscription'>, { op: 'add' }>, 'id'>
type ChannelsCreated = Omit<Extract<EventOf<'stream'>, { op: 'create' }>, 'id'>
type ChannelUpdated = Omit<Extract<EventOf<'stream'>, { op: 'update' }>, 'id'>

/** The form of a channel update for clients without archived channels. */
export interface ChannelBackground {
  /** The channel is archived before and after the change. */
  readonly isHidden?: boolean
  /** The whole channel, where the change restores it. */
  readonly restored?: BasicChannel
}

/** An event about archived channels, which clients without them do not get. */
interface ArchivedBackground {
  readonly isHidden?: boolean
}

export const hiddenIf = (isArchived: boolean): { readonly background: ArchivedBackground } => ({
  background: { isHidden: isArchived },
})

/** An event only for clients without archived channels. The others never lost the channel. */
export interface RestoredBackground {
  readonly isRestored?: true
}

const knowsArchived = ({ spec }: EventReader): boolean => spec.capabilities.archived_channels ?? false
const archivedKey = (_: unknown, reader: EventReader): string => (knowsArchived(reader) ? 'all' : 'active')

/** Such clients see a channel leave when it is archived and come back when it is restored, and nothing in between. */
const channelUpdated = variantsOf<ChannelUpdated, ChannelBackground>('stream/update', {
  variantFor: archivedKey,
  eventsFor: (event, reader, background) => (knowsArchived(reader) ? [event] : activeOnly(event, background)),
})

function activeOnly(event: ChannelUpdated, { isHidden, restored }: ChannelBackground): readonly EventData[] {
  if (restored) return [{ type: 'stream', op: 'create', streams: [restored] }]
  if (isHidden) return []
  if (event.property !== 'is_archived') return [event]
  const { stream_id } = event
  return [{ type: 'stream', op: 'delete', streams: [{ stream_id }], stream_ids: [stream_id] }]
}

const channelsCreated = variantsOf<ChannelsCreated>('stream/create', {
  variantFor: archivedKey,
  eventsFor: (event, reader) =>
    !knowsArchived(reader) && event.streams.every((channel) => channel.is_archived) ? [] : [event],
})

/** Nothing about archived channels for clients without them, and nothing about restored ones for the others. */
const forThoseConcerned: EventVariants<EventData, ArchivedBackground & RestoredBackground> = {
  variantFor: archivedKey,
  eventsFor: (event, reader, { isHidden, isRestored }) =>
    (knowsArchived(reader) ? isRestored : isHidden) ? [] : [event],
}
const channelsDeleted = variantsOf('stream/delete', forThoseConcerned)
const peersAdded = variantsOf('subscription/peer_add', forThoseConcerned)
const peersRemoved = variantsOf('subscription/peer_remove', forThoseConcerned)

/**
 * Includes subscribers only if requested. Clients that do not support null get the inherited values, which differ
 * between people.
 */
const subscriptionsAdded = variantsOf<SubscriptionsAdded, RestoredBackground>('subscription/add', {
  variantFor: (event, reader) =>
    reader.spec.capabilities.notification_settings_null && event.subscriptions.every(({ subscribers }) => subscribers)
      ? `${reader.spec.includeSubscribers} ${archivedKey(event, reader)}`
      : null,
  eventsFor: (event, reader, { isRestored }) =>
    isRestored && knowsArchived(reader) ? [] : [subscriptionsFor(event, reader)],
})

/**
 * The row of a large channel has no list. Later events change the list of this moment as they change the list of the row.
 * Somebody who has left in the meantime learns nothing of who is there now.
 */
function subscribersNow({ memberships }: RealmState, channelId: number, userId: number): number[] {
  if (!memberships.isSubscribed(userId, channelId)) return [userId]
  return [...memberships.subscribers(channelId)].sort((a, b) => a - b)
}

function subscriptionsFor(event: SubscriptionsAdded, { realm, spec, userId }: EventReader): SubscriptionsAdded {
  const user = realm.users.get(userId)
  const inherited = user && !spec.capabilities.notification_settings_null ? settingsOf(user) : null
  return {
    ...event,
    subscriptions: event.subscriptions.map(({ subscribers, ...subscription }) => ({
      ...subscription,
      ...subscriberLists(spec.includeSubscribers, subscribers ?? subscribersNow(realm, subscription.stream_id, userId)),
      ...notificationsOf(subscription, inherited),
    })),
  }
}

export const channelVariants = [
  channelUpdated,
  channelsCreated,
  channelsDeleted,
  peersAdded,
  peersRemoved,
  subscriptionsAdded,
]
