import { webPublicChannels } from '../kernel/access/visitors.ts'
import type { Db } from '../kernel/db/database.ts'
import { USER_SETTINGS } from '../kernel/realm-state/user-settings.ts'
import type { StateSlice, VisitorRequest } from '../kernel/register/snapshot.ts'
import { type OwnSettings, presentChannel, presentSubscription } from './channel/present.ts'
import { channelFacts } from './channel/queries.ts'
import { pickColor } from './colors.ts'

const UNTOUCHED: Omit<OwnSettings, 'color'> = {
  desktop_notifications: null,
  email_notifications: null,
  push_notifications: null,
  audible_notifications: null,
  wildcard_mentions_notify: null,
  pin_to_top: false,
  is_muted: false,
}

/** Visitors get readable channels as subscriptions, because clients show only messages of subscriptions. */
export const visitorSubscriptionsState: StateSlice<VisitorRequest> = {
  types: ['subscription'],
  take: (request) => {
    const present = takeShown(request)
    const inherited = request.spec.capabilities.notification_settings_null ? null : USER_SETTINGS
    return async (db) => {
      const used = new Set<string>()
      const subscriptions = (await present(db)).map((channel) => {
        const color = pickColor(used, channel.stream_id)
        used.add(color)
        return presentSubscription(channel, { ...UNTOUCHED, color }, inherited)
      })
      return { subscriptions, unsubscribed: [], never_subscribed: [] }
    }
  },
}

export const visitorChannelsState: StateSlice<VisitorRequest> = {
  types: ['stream'],
  take: (request) => {
    const present = takeShown(request)
    return async (db) => ({ streams: await present(db) })
  },
}

function takeShown({ realm }: VisitorRequest) {
  const shown = webPublicChannels(realm)
  return async (db: Db) => {
    const facts = await channelFacts(db, realm.id)
    return shown.map((channel) => presentChannel(realm, channel, facts.get(channel.id)))
  }
}
