import { accountDeactivated, realmDeactivated } from '../api/errors.ts'
import type { RealmState } from './realm-state/realm-state.ts'
import type { User } from './realm-state/user.ts'

/** Who is calling: an account of an organization, through a named client. */
export interface Actor {
  readonly realm: RealmState
  readonly user: User
  /** From the User-Agent or the `client` parameter; shown on messages. */
  readonly client: string
  /** Where the request came from; null when the server acts by itself. */
  readonly address: string | null
}

/** Nobody in particular, but in an organization: what an unauthenticated endpoint knows. */
export interface Visitor {
  readonly realm: RealmState
  readonly user: null
  readonly client: string
}

/** Nobody in particular, on a host that may belong to no organization. */
export interface UnknownHostVisitor {
  readonly realm: null
  readonly user: null
  readonly client: string
}

export const isSignedIn = (caller: Actor | Visitor): caller is Actor => caller.user !== null

/**
 * The caller as memory knows them now. A request may have waited for the lane while its account lost a role, or was
 * deactivated, or its organization was: then it is refused as it would be if it came only now.
 */
export function currentActor(actor: Actor, realm: RealmState = actor.realm): Actor {
  if (realm.isDeactivated) throw realmDeactivated()
  const user = realm.users.get(actor.user.id) ?? actor.user
  if (user === actor.user && realm === actor.realm) return actor
  if (!user.isActive) throw accountDeactivated()
  return { ...actor, realm, user }
}
