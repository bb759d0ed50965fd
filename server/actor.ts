import type { RealmState } from './realm-state/realm-state.ts'
import type { User } from './realm-state/user.ts'

/** Who is calling: an account of an organization, through a named client. */
export interface Actor {
  readonly realm: RealmState
  readonly user: User
  /** From the User-Agent or the `client` parameter; shown on messages. */
  readonly client: string
}

/** Nobody in particular, but in an organization: what an unauthenticated endpoint knows. */
export interface Visitor {
  readonly realm: RealmState
  readonly user: null
  readonly client: string
}

/** Nobody in particular, on a host that may belong to no organization. */
export interface Stranger {
  readonly realm: null
  readonly user: null
  readonly client: string
}
