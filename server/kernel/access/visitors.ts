import type { Channel } from '../realm-state/channel.ts'
import type { RealmState } from '../realm-state/realm-state.ts'

export const isShownToVisitors = (channel: Channel): boolean => channel.isWebPublic && !channel.isArchived

export const webPublicChannels = (realm: RealmState) => [...realm.channels.values()].filter(isShownToVisitors)

/** Visitors without an account see the organization only while it has a web-public channel. */
export const admitsVisitors = (realm: RealmState): boolean =>
  realm.info.settings.enable_spectator_access && webPublicChannels(realm).length > 0
