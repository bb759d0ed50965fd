import type { LegacyPresence, ModernPresence, OnePresence } from '../../../api/objects/presence.ts'
import { getOrMake } from '../../kernel/base/get-or-make.ts'
import type { RealmState } from '../../kernel/realm-state/realm-state.ts'
import { sightOf } from '../../kernel/realm-state/sight.ts'
import type { User } from '../../kernel/realm-state/user.ts'
import type { Presence, PresenceTimes } from './queries.ts'

/** A person counts as present for this number of seconds after a status. Register tells clients the same number. */
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

interface ShownPresence {
  readonly user: User
  readonly times: Presence
}

export interface PresenceList {
  readonly people: readonly ShownPresence[]
  /** The newest of all that is shown; null for none. */
  readonly newest: number | null
}

/** Presence since a time, of those who have one and whom the viewer may see. */
export function showAll(realm: RealmState, viewer: User, changes: Iterable<Presence>, since: number): PresenceList {
  if (hidesPresence(realm)) return { people: [], newest: null }
  const sees = sightOf(realm, viewer)
  const people: ShownPresence[] = []
  for (const times of changes) {
    const user = realm.users.get(times.userId)
    if (!hasPresence(user) || !sees(user) || Math.max(times.activeAt ?? 0, times.connectedAt) < since) continue
    people.push({ user, times })
  }
  return { people, newest: people.at(-1)?.times.updateId ?? null }
}

const written = new WeakMap<Presence, string>()

/** A record is replaced and never changed, and thousands of clients ask for it: its text is written once. */
const modernText = ({ times, user }: ShownPresence): string =>
  getOrMake(written, times, () => `"${user.id}":${JSON.stringify(presentModern(times, user))}`)

const legacyText = ({ times, user }: ShownPresence): string =>
  `${JSON.stringify(user.apiEmail)}:${JSON.stringify(presentLegacy(times))}`

const TOGETHER = 100

/** The JSON of `presences`, in pieces. */
export function* presencesText({ people }: PresenceList, isModern: boolean): Generator<string> {
  const textOf = isModern ? modernText : legacyText
  for (let from = 0; from < people.length; from += TOGETHER)
    yield (from === 0 ? '{' : ',') +
      people
        .slice(from, from + TOGETHER)
        .map(textOf)
        .join(',')
  yield people.length === 0 ? '{}' : '}'
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
