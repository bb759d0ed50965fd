import type { EventData } from '../log/log-row.ts'
import type { RealmState } from '../realm-state/realm-state.ts'
import { settingsOf } from '../realm-state/user-settings.ts'
import { EMPTY_TOPIC_DISPLAY_NAME } from './message-variant.ts'
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
    detail.topic === '' ? { ...detail, topic: EMPTY_TOPIC_DISPLAY_NAME } : detail,
  ])
  return { ...event, message_details: Object.fromEntries(details) }
}

/** Subscribers only where they were asked for; no nulls for clients that do not know what they inherit from. */
function subscriptionsFor(realm: RealmState, event: SubscriptionsAdded, { spec, userId }: Queue): SubscriptionsAdded {
  const user = realm.users.get(userId)
  const defaults = user && !spec.capabilities.notification_settings_null ? settingsOf(user) : null
  return {
    ...event,
    subscriptions: event.subscriptions.map(({ subscribers, ...subscription }) => ({
      ...subscription,
      ...subscriberLists(spec.includeSubscribers, subscribers ?? []),
      ...(defaults && {
        desktop_notifications: subscription.desktop_notifications ?? defaults.enable_stream_desktop_notifications,
        email_notifications: subscription.email_notifications ?? defaults.enable_stream_email_notifications,
        push_notifications: subscription.push_notifications ?? defaults.enable_stream_push_notifications,
        audible_notifications: subscription.audible_notifications ?? defaults.enable_stream_audible_notifications,
        wildcard_mentions_notify: subscription.wildcard_mentions_notify ?? defaults.wildcard_mentions_notify,
      }),
    })),
  }
}
