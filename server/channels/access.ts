import { getOrMake } from '../get-or-make.ts'
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
  // System bots write notices that link to private channels, for people who have access to them.
  if (channel.isWebPublic || user.isSystemBot) return true
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

/** With newcomers whom memory does not know yet, without those who learn it otherwise. */
interface AudienceChange {
  readonly plus?: readonly number[]
  readonly except?: readonly number[]
}

/** Everybody who may know the channel. */
export const audienceOf = (realm: RealmState, channel: Channel, now: number, change?: AudienceChange): Audience =>
  audiences(realm, now)(channel, change)

/** The same for many channels: who may know those of a kind without being subscribed is asked once. */
export function audiences(realm: RealmState, now: number): (channel: Channel, change?: AudienceChange) => Audience {
  const active = [...realm.users.values()].filter((user) => user.isActive)
  const ids = active.map((user) => user.id)
  const outsiders = new Map<string, readonly number[]>()
  const outsidersOf = (channel: Channel) =>
    active.filter((user) => !hasMetadataAccessOutside(realm, user, channel, now)).map((user) => user.id)
  return (channel, { plus = [], except = [] } = {}) => {
    const extra = new Set(plus)
    const subscribers = realm.memberships.subscribers(channel.id)
    const isBlind = (id: number) => !extra.has(id) && !subscribers.has(id)
    const blind = new Set(getOrMake(outsiders, kindOf(channel), () => outsidersOf(channel)).filter(isBlind))
    for (const id of except) if (realm.users.get(id)?.isActive) blind.add(id)
    // The shorter list goes into the log.
    return ids.length <= 2 * blind.size
      ? { to: 'users', ids: ids.filter((id) => !blind.has(id)) }
      : { to: 'everyone', except: [...blind].sort((a, b) => a - b) }
  }
}

/** All that `hasMetadataAccessOutside` asks of a channel. */
const kindOf = ({ isWebPublic, inviteOnly, groupSettings }: Channel): string =>
  JSON.stringify([isWebPublic, inviteOnly, ...(inviteOnly ? LETTING_KNOW.map((name) => groupSettings[name]) : [])])
