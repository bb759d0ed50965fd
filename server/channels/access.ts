import type { Audience } from '../log/audience.ts'
import type { Channel } from '../realm-state/channel.ts'
import type { RealmState } from '../realm-state/realm-state.ts'
import { isAdministrator, isGuest, type User } from '../realm-state/user.ts'

/** Name, description, settings, subscribers. */
export const hasMetadataAccess = (realm: RealmState, user: User, channel: Channel, now: number): boolean =>
  realm.memberships.isSubscribed(user.id, channel.id) || hasMetadataAccessOutside(realm, user, channel, now)

/** Also without being subscribed. */
export function hasMetadataAccessOutside(realm: RealmState, user: User, channel: Channel, now: number): boolean {
  if (channel.isWebPublic) return true
  if (isGuest(user)) return false
  if (!channel.inviteOnly || isAdministrator(user)) return true
  const { groupSettings } = channel
  return [
    groupSettings.can_administer_channel_group,
    groupSettings.can_add_subscribers_group,
    groupSettings.can_subscribe_group,
  ].some((setting) => realm.isIn(setting, user, now, false))
}

/** Messages. Administrators have no access to private ones by their role alone. */
export function hasContentAccess(realm: RealmState, user: User, channel: Channel, now: number): boolean {
  if (channel.isWebPublic || realm.memberships.isSubscribed(user.id, channel.id)) return true
  if (isGuest(user)) return false
  if (!channel.inviteOnly) return true
  const { groupSettings } = channel
  return [groupSettings.can_add_subscribers_group, groupSettings.can_subscribe_group].some((setting) =>
    realm.isIn(setting, user, now, false),
  )
}

/** Everything ever sent, also what was not received. Protected history: never. */
export const hasHistoryAccess = (realm: RealmState, user: User, channel: Channel, now: number): boolean =>
  channel.historyPublic && hasContentAccess(realm, user, channel, now)

export const mayAdminister = (realm: RealmState, user: User, channel: Channel, now: number): boolean =>
  isAdministrator(user) || realm.isIn(channel.groupSettings.can_administer_channel_group, user, now, false)

/** Everybody who may know the channel: with newcomers whom memory does not know yet, without those who learn it otherwise. */
export function audienceOf(
  realm: RealmState,
  channel: Channel,
  now: number,
  { plus = [], except = [] }: { plus?: readonly number[]; except?: readonly number[] } = {},
): Audience {
  const [extra, left] = [new Set(plus), new Set(except)]
  const blind: number[] = []
  const seeing: number[] = []
  for (const user of realm.users.values()) {
    if (!user.isActive) continue
    const sees = !left.has(user.id) && (extra.has(user.id) || hasMetadataAccess(realm, user, channel, now))
    if (sees) seeing.push(user.id)
    else blind.push(user.id)
  }
  // The shorter list goes into the log.
  return seeing.length <= blind.length ? { to: 'users', ids: seeing } : { to: 'everyone', except: blind }
}
