import type { Db } from '../../db/database.ts'
import type { Audience } from '../../log/audience.ts'
import { mayInRealm } from '../../realm-state/permissions.ts'
import type { RealmState } from '../../realm-state/realm-state.ts'
import { isGuest, type User } from '../../realm-state/user.ts'
import { directPartnersOf } from './queries.ts'

/** Says of an account whether somebody may see it. */
export type Sight = (user: User) => boolean

const all: Sight = () => true

/** Does this person see only some people? Only guests can be limited. */
export const isLimited = (realm: RealmState, viewer: User): boolean =>
  isGuest(viewer) && !mayInRealm(realm, viewer, 'can_access_all_users_group')

/** Those whom a limited guest sees without asking the database: themselves, bots, and people of their channels. */
export function sightInChannels(realm: RealmState, viewer: User): Sight {
  const { memberships } = realm
  const known = new Set([viewer.id])
  for (const channelId of memberships.channelsOf(viewer.id))
    for (const id of memberships.subscribers(channelId)) known.add(id)
  return (user) => user.isBot || known.has(user.id)
}

/** Whom this person may see. Limited guests also see people with whom they have direct messages. */
export async function sightOf(db: Db, realm: RealmState, viewer: User): Promise<Sight> {
  if (!isLimited(realm, viewer)) return all
  const inChannels = sightInChannels(realm, viewer)
  const partners = await directPartnersOf(db, realm.id, viewer.id)
  return (user) => inChannels(user) || partners.has(user.id)
}

/** The limited guests who may not see this account. Nearly always there are none. */
export async function blindTo(db: Db, realm: RealmState, user: User): Promise<ReadonlySet<number>> {
  const limited = [...realm.users.values()].filter((viewer) => viewer.isActive && isLimited(realm, viewer))
  if (limited.length === 0 || user.isBot) return new Set()
  const channels = realm.memberships.channelsOf(user.id)
  const partners = await directPartnersOf(db, realm.id, user.id)
  const sees = ({ id }: User) =>
    id === user.id || partners.has(id) || channels.some((channel) => realm.memberships.isSubscribed(id, channel))
  return new Set(limited.filter((viewer) => !sees(viewer)).map(({ id }) => id))
}

/** The active people of whom something is true, as the shorter list; null when it is true of nobody. */
export function activePeople(realm: RealmState, has: (viewer: User) => boolean): Audience | null {
  const [ids, others]: [number[], number[]] = [[], []]
  for (const viewer of realm.users.values()) if (viewer.isActive) (has(viewer) ? ids : others).push(viewer.id)
  if (ids.length === 0) return null
  if (others.length === 0) return { to: 'everyone' }
  return ids.length <= others.length ? { to: 'users', ids } : { to: 'everyone', except: others }
}
