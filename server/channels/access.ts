import type { Audience } from '../log/audience.ts'
import type { Channel } from '../realm-state/channel.ts'
import { mayInChannel } from '../realm-state/permissions.ts'
import type { RealmState } from '../realm-state/realm-state.ts'
import { isAdministrator, isGuest, type User } from '../realm-state/user.ts'

/** What lets somebody who is not subscribed read a private channel, or know of it. */
const LETTING_READ = ['can_add_subscribers_group', 'can_subscribe_group'] as const
const LETTING_KNOW = ['can_administer_channel_group', ...LETTING_READ] as const

/** Name, description, settings, subscribers. */
export const hasMetadataAccess = (realm: RealmState, user: User, channel: Channel, now: number): boolean =>
  realm.memberships.isSubscribed(user.id, channel.id) || hasMetadataAccessOutside(realm, user, channel, now)

/** Also without being subscribed. */
export function hasMetadataAccessOutside(realm: RealmState, user: User, channel: Channel, now: number): boolean {
  if (channel.isWebPublic) return true
  if (isGuest(user)) return false
  if (!channel.inviteOnly || isAdministrator(user)) return true
  return LETTING_KNOW.some((name) => mayInChannel(realm, user, channel, name, now))
}

/** Messages. Administrators have no access to private ones by their role alone. */
export function hasContentAccess(realm: RealmState, user: User, channel: Channel, now: number): boolean {
  if (channel.isWebPublic || realm.memberships.isSubscribed(user.id, channel.id)) return true
  if (isGuest(user)) return false
  if (!channel.inviteOnly) return true
  return LETTING_READ.some((name) => mayInChannel(realm, user, channel, name, now))
}

/** Everything ever sent, also what was not received. Protected history: never. */
export const hasHistoryAccess = (realm: RealmState, user: User, channel: Channel, now: number): boolean =>
  channel.historyPublic && hasContentAccess(realm, user, channel, now)

export const mayAdminister = (realm: RealmState, user: User, channel: Channel, now: number): boolean =>
  isAdministrator(user) || mayInChannel(realm, user, channel, 'can_administer_channel_group', now)

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
