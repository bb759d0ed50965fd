import { badRequest } from '../../../api/errors.ts'
import type { Actor, Visitor } from '../actor.ts'
import { getOrMake } from '../base/get-or-make.ts'
import type { Audience } from '../log/audience.ts'
import type { Channel } from '../realm-state/channel.ts'
import { mayInChannel, mayInRealm } from '../realm-state/permissions.ts'
import type { RealmState } from '../realm-state/realm-state.ts'
import { isAdministrator, isGuest, type User } from '../realm-state/user.ts'
import { isShownToVisitors } from './visitors.ts'

/** Groups that give people who are not subscribed access to a private channel. */
export const CONTENT_ACCESS_GROUPS = ['can_add_subscribers_group', 'can_subscribe_group'] as const
const METADATA_ACCESS_GROUPS = ['can_administer_channel_group', ...CONTENT_ACCESS_GROUPS] as const

/** The reader of a channel: an account or a visitor. */
type Reader = Actor | Visitor

/**
 * Finds a channel by id or name, if this reader may see it. A hidden channel is the same as a missing one. By name it
 * also finds an archived channel, the newest one with that name.
 */
export function findChannel({ realm, user }: Reader, nameOrId: number | string): Channel | undefined {
  const channel = typeof nameOrId === 'number' ? realm.channels.get(nameOrId) : realm.channelEverNamed(nameOrId)
  if (!channel) return undefined
  const isKnown = user ? hasMetadataAccess(realm, user, channel) : isShownToVisitors(channel)
  return isKnown ? channel : undefined
}

/** The same for operations that take a channel id. Throws if there is none. */
export function requireChannel(reader: Reader, id: number): Channel {
  const channel = findChannel(reader, id)
  if (!channel) throw badRequest('Invalid channel ID')
  return channel
}

/** The same for operations on what is in the channel. */
export function requireReadableChannel(actor: Actor, id: number): Channel {
  const channel = requireChannel(actor, id)
  if (!hasContentAccess(actor.realm, actor.user, channel)) throw badRequest('Invalid channel ID')
  return channel
}

/** Access to name, description, settings and subscribers. */
export const hasMetadataAccess = (realm: RealmState, user: User, channel: Channel): boolean =>
  realm.memberships.isSubscribed(user.id, channel.id) || hasMetadataAccessOutside(realm, user, channel)

/** The same, but without counting a subscription. */
export function hasMetadataAccessOutside(realm: RealmState, user: User, channel: Channel): boolean {
  // System bots write notices that link to private channels, for people who have access to them.
  if (channel.isWebPublic || user.isSystemBot) return true
  if (isGuest(user)) return false
  if (!channel.inviteOnly || isAdministrator(user)) return true
  return METADATA_ACCESS_GROUPS.some((name) => mayInChannel(realm, user, channel, name))
}

/** The groups whose members know a private channel without being subscribed. */
export const groupsThatMayKnow = ({ groupSettings }: Channel): number[] =>
  METADATA_ACCESS_GROUPS.flatMap((name) => {
    const value = groupSettings[name]
    return typeof value === 'number' ? [value] : value.direct_subgroups
  })

/** Messages. Administrators have no access to private ones by their role alone. */
export function hasContentAccess(realm: RealmState, user: User, channel: Channel): boolean {
  if (channel.isWebPublic || realm.memberships.isSubscribed(user.id, channel.id)) return true
  if (isGuest(user)) return false
  if (!channel.inviteOnly) return true
  return CONTENT_ACCESS_GROUPS.some((name) => mayInChannel(realm, user, channel, name))
}

/** Access to all messages ever sent, even those not received. Never with protected history. */
export const hasHistoryAccess = (realm: RealmState, user: User, channel: Channel): boolean =>
  channel.historyPublic && hasContentAccess(realm, user, channel)

export const mayAdminister = (realm: RealmState, user: User, channel: Channel): boolean =>
  isAdministrator(user) || mayInChannel(realm, user, channel, 'can_administer_channel_group')

/** May they subscribe other people to a channel that they can read? */
export const mayAddOthers = ({ realm, user }: Pick<Actor, 'realm' | 'user'>, channel: Channel): boolean =>
  mayAdminister(realm, user, channel) ||
  mayInRealm(realm, user, 'can_add_subscribers_group') ||
  mayInChannel(realm, user, channel, 'can_add_subscribers_group')

/** A channel that the caller may change and archive. */
export function requireAdministered(actor: Actor, id: number): Channel {
  const channel = requireChannel(actor, id)
  if (!mayAdminister(actor.realm, actor.user, channel))
    throw badRequest('You do not have permission to administer this channel.')
  return channel
}

/** For changes of who may read the channel: its administrators may make them only if they can read it themselves. */
export function requireContentAccess({ realm, user }: Actor, channel: Channel): void {
  if (!hasContentAccess(realm, user, channel)) throw badRequest('Channel content access is required.')
}

/** Adds people whom memory does not list yet, and removes people who are informed otherwise. */
interface AudienceChange {
  readonly plus?: readonly number[]
  readonly except?: readonly number[]
}

/** Everyone who may see the channel. */
export const audienceOf = (realm: RealmState, channel: Channel, change?: AudienceChange): Audience =>
  audiences(realm)(channel, change)

/** The same for many channels. The people who may see a kind of channel without a subscription are computed once. */
export function audiences(realm: RealmState): (channel: Channel, change?: AudienceChange) => Audience {
  const active = [...realm.users.values()].filter((user) => user.isActive)
  const ids = active.map((user) => user.id)
  const outsiders = new Map<string, readonly number[]>()
  const outsidersOf = (channel: Channel) => {
    const insiders = insidersOf(realm, channel, active)
    return ids.filter((id) => !insiders.has(id))
  }
  return (channel, { plus = [], except = [] } = {}) => {
    const extra = new Set(plus)
    const subscribers = realm.memberships.subscribers(channel.id)
    const isBlind = (id: number) => !extra.has(id) && !subscribers.has(id)
    const blind = new Set(getOrMake(outsiders, kindOf(channel), () => outsidersOf(channel)).filter(isBlind))
    for (const id of except) if (realm.users.get(id)?.isActive) blind.add(id)
    return allBut(ids, blind)
  }
}

/** Active people without some of them, by the shorter list, which the log stores. */
const allBut = (active: readonly number[], blind: ReadonlySet<number>): Audience =>
  active.length <= 2 * blind.size
    ? { to: 'users', ids: active.filter((id) => !blind.has(id)) }
    : { to: 'everyone', except: [...blind].sort((a, b) => a - b) }

/** Everyone who knows a channel before and after a change. */
export function knowersOfBoth(realm: RealmState, before: ReadonlySet<number>, after: ReadonlySet<number>): Audience {
  const active = [...realm.users.values()].filter((user) => user.isActive).map(({ id }) => id)
  return allBut(active, new Set(active.filter((id) => !before.has(id) || !after.has(id))))
}

/** The active people who may see the channel. */
export function knowersOf(realm: RealmState, channel: Channel): Set<number> {
  const active = [...realm.users.values()].filter((user) => user.isActive)
  const known = insidersOf(realm, channel, active)
  for (const id of realm.memberships.subscribers(channel.id)) known.add(id)
  return known
}

/** May all who read messages of one channel know of another one that is private? Anybody may come to read a public one. */
export function isKnownToReaders(realm: RealmState, channel: Channel, read: Channel): boolean {
  if (!channel.inviteOnly || channel.id === read.id) return true
  if (!read.inviteOnly) return false
  const knowers = knowersOf(realm, channel)
  return [...realm.users.values()].every(
    (user) => !user.isActive || knowers.has(user.id) || !hasContentAccess(realm, user, read),
  )
}

/** Those of whom `hasMetadataAccessOutside` is true, for many people: each group is asked once, not once per person. */
function insidersOf(realm: RealmState, channel: Channel, people: readonly User[]): Set<number> {
  const members = people.filter((user) => channel.isWebPublic || !isGuest(user))
  if (!channel.inviteOnly) return new Set(members.map(({ id }) => id))
  const permitted = new Set<number>()
  const addGroup = (groupId: number) => {
    if (!realm.groups.get(groupId)?.deactivated) for (const id of realm.membersOf(groupId)) permitted.add(id)
  }
  for (const name of METADATA_ACCESS_GROUPS) {
    const value = channel.groupSettings[name]
    for (const id of typeof value === 'number' ? [] : value.direct_members) permitted.add(id)
    for (const id of typeof value === 'number' ? [value] : value.direct_subgroups) addGroup(id)
  }
  return new Set(members.filter((user) => isAdministrator(user) || permitted.has(user.id)).map(({ id }) => id))
}

/** Do the same people know both? */
export const isKnownToTheSame = (a: Channel, b: Channel): boolean => kindOf(a) === kindOf(b)

/** All properties of a channel that `hasMetadataAccessOutside` uses. */
const kindOf = ({ isWebPublic, inviteOnly, groupSettings }: Channel): string =>
  JSON.stringify([
    isWebPublic,
    inviteOnly,
    ...(inviteOnly ? METADATA_ACCESS_GROUPS.map((name) => groupSettings[name]) : []),
  ])
