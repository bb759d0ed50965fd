import type { EventData } from '../log/log-row.ts'
import { notificationsOf } from '../realm-state/notification-settings.ts'
import type { RealmState } from '../realm-state/realm-state.ts'
import { shownTopic } from '../realm-state/topic-name.ts'
import { settingsOf } from '../realm-state/user-settings.ts'
import type { Queue } from './queue.ts'
import { subscriberLists } from './subscriber-lists.ts'

/** An event as one queue's client wants it. Most events look the same to everybody and are not touched. */
export function eventFor(realm: RealmState, event: EventData, queue: Queue): EventData {
  if (isSubscriptions(event)) return subscriptionsFor(realm, event, queue)
  if (isUnread(event)) return unreadFor(event, queue)
  return event
}

/** Does the look of this event depend on who gets it? Then it is not shared. */
export const isPersonal = (event: EventData): boolean => isSubscriptions(event) || isUnread(event)

type SubscriptionsAdded = Extract<EventData, { type: 'subscription'; op: 'add' }>
type FlagsRemoved = Extract<EventData, { type: 'update_message_flags'; op: 'remove' }>

const isSubscriptions = (event: EventData): event is SubscriptionsAdded =>
  event.type === 'subscription' && event.op === 'add'
const isUnread = (event: EventData): event is FlagsRemoved =>
  event.type === 'update_message_flags' && event.op === 'remove' && event.message_details !== undefined

/** The empty topic by its display name, for clients that do not know it can be empty. */
function unreadFor(event: FlagsRemoved, { spec }: Queue): FlagsRemoved {
  if (spec.capabilities.empty_topic_name || !event.message_details) return event
  const details = Object.entries(event.message_details).map(([id, detail]) => [
    id,
    detail.topic === undefined ? detail : { ...detail, topic: shownTopic(detail.topic, false) },
  ])
  return { ...event, message_details: Object.fromEntries(details) }
}

/** Subscribers only where they were asked for; no nulls for clients that do not know what they inherit from. */
function subscriptionsFor(realm: RealmState, event: SubscriptionsAdded, { spec, userId }: Queue): SubscriptionsAdded {
  const user = realm.users.get(userId)
  const inherited = user && !spec.capabilities.notification_settings_null ? settingsOf(user) : null
  return {
    ...event,
    subscriptions: event.subscriptions.map(({ subscribers, ...subscription }) => ({
      ...subscription,
      ...subscriberLists(spec.includeSubscribers, subscribers ?? []),
      ...notificationsOf(subscription, inherited),
    })),
  }
}
