import type { LegacyPresence, ModernPresence, OnePresence, Presences } from '../../api/objects/presence.ts'
import type { RealmState } from '../realm-state/realm-state.ts'
import { sightOf } from '../realm-state/sight.ts'
import type { User } from '../realm-state/user.ts'
import type { Presence, PresenceTimes } from './queries.ts'

/** A person counts as present for so many seconds after a status. Register tells clients the same number. */
export const OFFLINE_SECONDS = 200
/** Clients ask once a minute: a person who was active this much before the last connection is still active. */
const STILL_ACTIVE_SECONDS = 70
const CLIENT = 'website'

export const presentModern = ({ activeAt, connectedAt }: PresenceTimes, user: User): ModernPresence => ({
  active_timestamp: activeAt ?? user.dateJoined,
  idle_timestamp: connectedAt,
})

type Status = Pick<LegacyPresence, 'status' | 'timestamp'>

const statusOf = ({ activeAt, connectedAt }: PresenceTimes): Status =>
  activeAt !== null && activeAt + STILL_ACTIVE_SECONDS >= connectedAt
    ? { status: 'active', timestamp: activeAt }
    : { status: 'idle', timestamp: connectedAt }

export const presentClient = (times: PresenceTimes): Record<string, LegacyPresence> => ({
  [CLIENT]: { client: CLIENT, ...statusOf(times), pushable: false },
})

const presentLegacy = (times: PresenceTimes): Record<string, LegacyPresence> => ({
  aggregated: { client: CLIENT, ...statusOf(times) },
  ...presentClient(times),
})

export function presentOne(times: PresenceTimes, user: User, now: number): OnePresence {
  const status = statusOf(times)
  const isOffline = now - status.timestamp > OFFLINE_SECONDS
  return {
    ...presentModern(times, user),
    website: status,
    aggregated: { status: isOffline ? 'offline' : status.status, timestamp: status.timestamp },
  }
}

/** Where the operator has switched presence off, it is stored, for mails to people who are away, and shown to nobody. */
export const hidesPresence = ({ info }: RealmState): boolean => info.settings.presence_disabled

/** Bots have no presence, and people who left show none. */
export const hasPresence = (user: User | undefined): user is User => user?.isActive === true && !user.isBot

export interface Shown {
  readonly presences: Presences
  /** Of all that is shown; null for none. */
  readonly newest: number | null
}

/** Presence since a time, of those who have one and whom the viewer may see. */
export function presentAll(
  realm: RealmState,
  viewer: User,
  changes: Iterable<Presence>,
  since: number,
  isModern: boolean,
): Shown {
  const presences: Presences = {}
  let newest: number | null = null
  if (hidesPresence(realm)) return { presences, newest }
  const sees = sightOf(realm, viewer)
  for (const change of changes) {
    const user = realm.users.get(change.userId)
    if (!hasPresence(user) || !sees(user) || Math.max(change.activeAt ?? 0, change.connectedAt) < since) continue
    if (isModern) presences[user.id] = presentModern(change, user)
    else presences[user.apiEmail] = presentLegacy(change)
    newest = change.updateId
  }
  return { presences, newest }
}

export function presentAllLegacy(realm: RealmState, viewer: User, changes: Iterable<Presence>, since: number) {
  const shown: Record<string, Record<string, LegacyPresence>> = {}
  if (hidesPresence(realm)) return shown
  const sees = sightOf(realm, viewer)
  for (const change of changes) {
    const user = realm.users.get(change.userId)
    if (hasPresence(user) && sees(user) && Math.max(change.activeAt ?? 0, change.connectedAt) >= since)
      shown[user.apiEmail] = presentLegacy(change)
  }
  return shown
}
