import { listHas } from './group.ts'
import type { RealmState } from './realm-state.ts'
import { isGuest, type User } from './user.ts'

/** Says of an account whether somebody may see it. */
export type Sight = (user: User) => boolean

const all: Sight = () => true

/** True if guests see only some people in this organization. */
export const limitsGuests = (realm: RealmState): boolean =>
  realm.info.groupSettings.can_access_all_users_group !== realm.groups.system('role:everyone').id

/** True if this person sees only some people. Only guests can be limited. */
export const isLimited = (realm: RealmState, viewer: User): boolean => isGuest(viewer) && limitsGuests(realm)

/** Whom this person may see. */
export const sightOf = (realm: RealmState, viewer: User | null): Sight =>
  viewer && isLimited(realm, viewer) ? limitedSight(realm, viewer) : all

/** Guests see themselves, bots, and people with whom they share a channel or direct messages. */
export function limitedSight(realm: RealmState, viewer: User): Sight {
  const { memberships } = realm
  const known = new Set([viewer.id, ...partnersOf(realm, viewer.id)])
  for (const channelId of memberships.channelsOf(viewer.id))
    for (const id of memberships.subscribers(channelId)) known.add(id)
  return (user) => user.isBot || known.has(user.id)
}

export const partnersOf = (realm: RealmState, guestId: number): readonly number[] =>
  realm.records.directPartners.get(guestId)?.partnerIds ?? []

/** True if this person may see the account. For many accounts, `sightOf` is cheaper. */
export function sees(realm: RealmState, viewer: User, user: User): boolean {
  if (!isLimited(realm, viewer)) return true
  if (user.isBot || user.id === viewer.id || listHas(partnersOf(realm, viewer.id), user.id)) return true
  return sharedChannels(realm, viewer.id, user.id).length > 0
}

export function sharedChannels({ memberships }: RealmState, one: number, other: number): number[] {
  return memberships.channelsOf(one).filter((channelId) => memberships.isSubscribed(other, channelId))
}

/** The active guests whose sight is limited. Nearly always there are none. */
export const limitedGuests = (realm: RealmState): User[] =>
  limitsGuests(realm) ? [...realm.users.values()].filter((user) => user.isActive && isGuest(user)) : []

/** The limited guests who may not see this account. */
export function blindTo(realm: RealmState, user: User): ReadonlySet<number> {
  if (user.isBot) return new Set()
  return new Set(blindAmong(realm, user, limitedGuests(realm)))
}

/** Those of these guests who would not see the account if their sight were limited. */
export function blindAmong(realm: RealmState, user: User, guests: readonly User[]): number[] {
  if (guests.length === 0 || user.isBot) return []
  const { memberships } = realm
  const channels = memberships.channelsOf(user.id)
  const isSeen = ({ id }: User) =>
    id === user.id ||
    listHas(partnersOf(realm, id), user.id) ||
    channels.some((channelId) => memberships.isSubscribed(id, channelId))
  return guests.filter((guest) => !isSeen(guest)).map(({ id }) => id)
}
