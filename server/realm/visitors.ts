import type { RealmState } from '../realm-state/realm-state.ts'

export const webPublicChannels = (realm: RealmState) =>
  [...realm.channels.values()].filter((channel) => channel.isWebPublic && !channel.isArchived)

/** Whoever looks in without an account sees the organization only while it shows something to everybody. */
export const admitsVisitors = (realm: RealmState): boolean =>
  realm.info.settings.enable_spectator_access && webPublicChannels(realm).length > 0
