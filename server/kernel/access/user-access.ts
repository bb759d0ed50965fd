import { badRequest } from '../../../api/errors.ts'
import { foldCase } from '../../../api/fold-case.ts'
import { idOnWire } from '../realm-state/hidden-email.ts'
import type { RealmState } from '../realm-state/realm-state.ts'
import { seesEmail } from '../realm-state/sees-email.ts'
import { sees } from '../realm-state/sight.ts'
import { isOwner, type User } from '../realm-state/user.ts'

/**
 * Finds the account that an id or an address refers to for this viewer, if they may see it. A real address that the viewer may not see
 * finds nothing, because otherwise anyone could test whose it is. Visitors (null) find accounts only by the visible
 * address.
 */
export function findShownUser(realm: RealmState, viewer: User | null, who: number | string): User | undefined {
  const found = findShownAccount(realm, viewer, who)
  return found?.isSystemBot ? undefined : found
}

/**
 * The same, but also finds system bots. They are not users of the organization, but they send and receive direct
 * messages.
 */
export function findShownAccount(realm: RealmState, viewer: User | null, who: number | string): User | undefined {
  const found = findAccount(realm, viewer, who)
  return found && viewer && !sees(realm, viewer, found) ? undefined : found
}

function findAccount(realm: RealmState, viewer: User | null, who: number | string): User | undefined {
  if (typeof who === 'number') return realm.account(who)
  if (viewer === null) return realm.account(idOnWire(who, realm.info.host) ?? 0)
  const user = realm.accountByEmail(who)
  const isShown = user && (seesEmail(user, viewer) || foldCase(user.apiEmail) === foldCase(who.trim()))
  return isShown ? user : undefined
}

export const noSuchUser = () => badRequest('No such user')

/** An account of the organization by its id. */
export function requireUser(realm: RealmState, id: number): User {
  const user = realm.users.get(id)
  if (!user) throw noSuchUser()
  return user
}

/** Is this person the only active one who owns the organization? Bots do not count. */
export const isOnlyOwner = (realm: RealmState, user: User): boolean =>
  isActiveOwner(user) && ![...realm.users.values()].some((other) => other.id !== user.id && isActiveOwner(other))

const isActiveOwner = (user: User): boolean => isOwner(user) && user.isActive && !user.isBot

/** A person who can be deactivated. Bots have an operation of their own. */
export function requirePersonAccount(realm: RealmState, id: number): User {
  const user = requireUser(realm, id)
  if (user.isBot) throw noSuchUser()
  if (!user.isActive) throw badRequest('User is deactivated')
  return user
}

/** Callers use it for what only people have, such as a profile. */
export function requirePerson({ isBot }: User): void {
  if (isBot) throw badRequest('This endpoint does not accept bot requests.')
}
