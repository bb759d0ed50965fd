import { timingSafeEqual } from 'node:crypto'
import type { Auth, Endpoint } from '../../../../api/contract.ts'
import {
  ApiError,
  accountDeactivated,
  badRequest,
  notLoggedIn,
  REALM_DEACTIVATED,
  realmDeactivated,
  unauthorized,
} from '../../../../api/errors.ts'
import type { Actor, UnknownHostVisitor, Visitor } from '../../actor.ts'
import { getOrMake } from '../../base/get-or-make.ts'
import type { Context } from '../../context.ts'
import type { RealmState } from '../../realm-state/realm-state.ts'
import { BOT_TYPE, isAdministrator, isOwner, type User } from '../../realm-state/user.ts'
import { type Credentials, readCredentials } from './basic-credentials.ts'
import type { SignedIn } from './browser-session.ts'
import { AnswerCache } from './remembered.ts'

export interface Caller {
  authorization?: string | undefined
  /** The account of a signed-in browser. The header then does not count. */
  browser?: SignedIn | null | undefined
  client: string
  address: string
}

const KEY_FORMAT = /^[A-Za-z0-9]{32}$/
/** Compared if the account does not exist, so that the answer takes the same time. */
const NO_HASH = Buffer.alloc(32)

const isSameHash = (a: Buffer, b: Buffer): boolean => a.length === b.length && timingSafeEqual(a, b)

const hashes = new WeakMap<User, Buffer>()

/** Returns the hash as bytes, for a comparison in constant time. */
const hashOf = (user: User): Buffer => getOrMake(hashes, user, () => Buffer.from(user.apiKeyHash, 'hex'))

/** The content of a header with the key already hashed. Clients send the same header with every request. */
interface Claim {
  readonly email: string
  readonly hash: Buffer
  /** The account that it identified last. An account in memory is replaced when anything of it changes. */
  user?: User
}

/** Headers that were valid before. They are still checked each time. The cache only saves the search. */
const knownHeaders = new WeakMap<Context, AnswerCache<Claim>>()

function claimOf(ctx: Context, { email, key }: Credentials): Claim {
  if (!KEY_FORMAT.test(key)) throw unauthorized('Malformed API key')
  return { email, hash: Buffer.from(ctx.secret.hashKey(key), 'hex') }
}

function findUser(realm: RealmState, claim: Claim): User {
  const { email, hash, user: last } = claim
  if (last && realm.users.get(last.id) === last) return last
  const user = realm.userByEmail(email)
  const isKey = isSameHash(hash, user ? hashOf(user) : NO_HASH)
  if (!user || !isKey) throw new UnknownKey(realm, claim)
  claim.user = user
  return user
}

/** No account of this organization has the key. */
class UnknownKey extends ApiError {
  readonly realm: RealmState
  readonly claim: Claim

  constructor(realm: RealmState, claim: Claim) {
    super('UNAUTHORIZED', 'Invalid API key')
    this.realm = realm
    this.claim = claim
  }
}

/** Memory alone refuses a key. With several organizations, the database checks whether it belongs to another one. */
export function explainRefusal({ realms }: Context, error: unknown): unknown | Promise<unknown> {
  if (!(error instanceof UnknownKey) || realms.ids.length < 2) return error
  const { realm, claim } = error
  return realms
    .hasKeyElsewhere(realm.id, claim.hash.toString('hex'), claim.email)
    .then((isTheirs) => (isTheirs ? unauthorized('Account is not associated with this subdomain') : error))
}

function requireUsable(realm: RealmState, user: User, endpoint: Pick<Endpoint, 'webhookBots'>): void {
  if (realm.isDeactivated) throw realmDeactivated()
  if (!user.isActive) throw accountDeactivated()
  if (user.botType === BOT_TYPE.incomingWebhook && !endpoint.webhookBots) {
    throw unauthorized('This API is not available to incoming webhook bots.')
  }
}

/** Checks the role that the endpoint requires, after the rate limit and before the parameters. */
export function requireRole(auth: Auth, user: User | null, deniesPlainly = false): void {
  const role = auth === 'administrator' ? isAdministrator : auth === 'owner' ? isOwner : null
  if (!role || (user && role(user))) return
  if (deniesPlainly) throw badRequest('Insufficient permission')
  throw new ApiError('UNAUTHORIZED_PRINCIPAL', `Must be an organization ${auth}`)
}

/** The account that the header authenticates. Null without a header. */
function signedIn(ctx: Context, realm: RealmState, header: string | undefined): User | null {
  const headers = getOrMake(knownHeaders, ctx, () => new AnswerCache<Claim>())
  const known = header === undefined ? undefined : headers.get(header)
  if (known) return findUser(realm, known)
  const credentials = readCredentials(header)
  if (!credentials || header === undefined) return null
  const claim = claimOf(ctx, credentials)
  const user = findUser(realm, claim)
  headers.set(header, claim)
  return user
}

/** Identifies the caller from memory alone, so that authentication needs no query. */
export function identify(
  ctx: Context,
  realm: RealmState | null,
  endpoint: Pick<Endpoint, 'auth' | 'webhookBots'>,
  { authorization, browser, client, address }: Caller,
): Actor | Visitor | UnknownHostVisitor {
  if (endpoint.auth === 'server') return { realm, user: null, client } as Visitor | UnknownHostVisitor
  if (!realm) throw new ApiError('NONEXISTENT_SUBDOMAIN', 'Invalid subdomain')
  const user = endpoint.auth === 'none' ? null : (browser?.user ?? signedIn(ctx, realm, authorization))
  if (user) {
    requireUsable(realm, user, endpoint)
    const session = browser ? { sessionId: browser.session.id } : {}
    return { realm, user, client, address, ...session }
  }
  if (endpoint.auth !== 'none' && endpoint.auth !== 'optional') throw notLoggedIn()
  if (realm.isDeactivated) throw new ApiError('REALM_DEACTIVATED', REALM_DEACTIVATED)
  return { realm, user: null, client }
}
