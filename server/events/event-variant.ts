import type { EventData } from '../log/log-row.ts'
import type { RealmState } from '../realm-state/realm-state.ts'
import { settingsOf } from '../realm-state/user-settings.ts'
import type { Queue } from './queue.ts'

/** An event as one queue's client wants it. Most events look the same to everybody and are not touched. */
export function eventFor(realm: RealmState, event: EventData, queue: Queue): EventData {
  if (event.type === 'subscription' && event.op === 'add') return subscriptionsFor(realm, event, queue)
  return event
}

/** Does the look of this event depend on who gets it? Then it is not shared. */
export const isPersonal = (event: EventData): boolean => event.type === 'subscription' && event.op === 'add'

type SubscriptionsAdded = Extract<EventData, { type: 'subscription'; op: 'add' }>

/** Subscribers only where they were asked for; no nulls for clients that do not know what they inherit from. */
function subscriptionsFor(realm: RealmState, event: SubscriptionsAdded, { spec, userId }: Queue): SubscriptionsAdded {
  const user = realm.users.get(userId)
  const defaults = user && !spec.capabilities.notification_settings_null ? settingsOf(user) : null
  return {
    ...event,
    subscriptions: event.subscriptions.map(({ subscribers, ...subscription }) => ({
      ...subscription,
      ...(spec.includeSubscribers === 'false' || !subscribers ? {} : { subscribers }),
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
