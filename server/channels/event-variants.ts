import type { EventOf } from '../../api/events/index.ts'
import { type EventReader, variantsOf } from '../events/event-variants.ts'
import { subscriberLists } from '../events/subscriber-lists.ts'
import { notificationsOf } from '../realm-state/notification-settings.ts'
import { settingsOf } from '../realm-state/user-settings.ts'

type SubscriptionsAdded = Omit<Extract<EventOf<'subscription'>, { op: 'add' }>, 'id'>

/**
 * Includes subscribers only if requested. Clients that do not support null get the inherited values, which differ
 * between people.
 */
const subscriptionsAdded = variantsOf<SubscriptionsAdded>('subscription/add', {
  variantFor: (_, { spec }) => (spec.capabilities.notification_settings_null ? spec.includeSubscribers : null),
  eventsFor: (event, reader) => [subscriptionsFor(event, reader)],
})

function subscriptionsFor(event: SubscriptionsAdded, { realm, spec, userId }: EventReader): SubscriptionsAdded {
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

export const channelVariants = [subscriptionsAdded]
