import { foldCase } from '../../api/fold-case.ts'
import type { RealmState } from '../realm-state/realm-state.ts'
import { seesEmail } from '../realm-state/sees-email.ts'
import type { User } from '../realm-state/user.ts'
import { idOnWire } from './email-address.ts'

/**
 * Finds the account that an id or an address refers to for this viewer. A real address that the viewer may not see
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
  if (typeof who === 'number') return realm.account(who)
  if (viewer === null) return realm.account(idOnWire(who, realm.info.host) ?? 0)
  const user = realm.accountByEmail(who)
  const isShown = user && (seesEmail(user, viewer) || foldCase(user.apiEmail) === foldCase(who.trim()))
  return isShown ? user : undefined
}
