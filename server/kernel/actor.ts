import { accountDeactivated, notLoggedIn, realmDeactivated } from '../../api/errors.ts'
import type { RealmState } from './realm-state/realm-state.ts'
import type { User } from './realm-state/user.ts'

/** The caller: an account of an organization, through a named client. */
export interface Actor {
  readonly realm: RealmState
  readonly user: User
  /** From the User-Agent or the `client` parameter. Shown with messages. */
  readonly client: string
  /** The address of the request. Null if the server itself acts. */
  readonly address: string | null
  /** The session of a browser. Absent if the caller has sent an API key. */
  readonly sessionId?: number
}

/** A caller without an account, in an organization. */
export interface Visitor {
  readonly realm: RealmState
  readonly user: null
  readonly client: string
}

/** A caller without an account, on a host that may belong to no organization. */
export interface UnknownHostVisitor {
  readonly realm: null
  readonly user: null
  readonly client: string
}

export const isSignedIn = (caller: Actor | Visitor): caller is Actor => caller.user !== null

/**
 * The caller as memory knows them now. A request may have waited for the lane while its account lost a role, or was
 * deactivated, or its organization was, or its browser was signed out: then it is refused as it would be if it came only
 * now.
 */
export function currentActor(actor: Actor, realm: RealmState = actor.realm): Actor {
  if (realm.isDeactivated) throw realmDeactivated()
  const user = realm.users.get(actor.user.id) ?? actor.user
  if (actor.sessionId !== undefined && !hasSession(realm, user.id, actor.sessionId)) throw notLoggedIn()
  if (user === actor.user && realm === actor.realm) return actor
  if (!user.isActive) throw accountDeactivated()
  return { ...actor, realm, user }
}

const hasSession = (realm: RealmState, userId: number, sessionId: number): boolean =>
  realm.records.sessions.get(userId)?.sessions.some(({ id }) => id === sessionId) ?? false
