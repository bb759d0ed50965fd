import { timingSafeEqual } from 'node:crypto'
import type { Auth, Endpoint } from '../../../api/contract.ts'
import {
  ApiError,
  accountDeactivated,
  notLoggedIn,
  REALM_DEACTIVATED,
  realmDeactivated,
  unauthorized,
} from '../../../api/errors.ts'
import type { Actor, UnknownHostVisitor, Visitor } from '../../actor.ts'
import { getOrMake } from '../../base/get-or-make.ts'
import type { Context } from '../../context.ts'
import type { RealmState } from '../../realm-state/realm-state.ts'
import { BOT_TYPE, isAdministrator, isOwner, type User } from '../../realm-state/user.ts'
import { type Credentials, readCredentials } from './basic-credentials.ts'
import { Remembered } from './remembered.ts'

export interface Caller {
  authorization: string | undefined
  client: string
  address: string
}

const KEY_FORMAT = /^[A-Za-z0-9]{32}$/
/** Compared with when there is no such account, so that the answer takes as long. */
const NO_HASH = Buffer.alloc(32)

const isSameHash = (a: Buffer, b: Buffer): boolean => a.length === b.length && timingSafeEqual(a, b)

const hashes = new WeakMap<User, Buffer>()

/** As bytes, because those can be compared in constant time. */
const hashOf = (user: User): Buffer => getOrMake(hashes, user, () => Buffer.from(user.apiKeyHash, 'hex'))

/** What a header says, with the key already hashed: clients send the same one with every request. */
interface Claim {
  readonly email: string
  readonly hash: Buffer
}

/** Headers that were right before. They still have to be right: only reading and hashing is saved. */
const knownHeaders = new WeakMap<Context, Remembered<Claim>>()

function claimOf(ctx: Context, { email, key }: Credentials): Claim {
  if (!KEY_FORMAT.test(key)) throw unauthorized('Malformed API key')
  return { email, hash: Buffer.from(ctx.secret.hashKey(key), 'hex') }
}

function findUser(realm: RealmState, { email, hash }: Claim): User {
  const user = realm.userByEmail(email)
  const isKey = isSameHash(hash, user ? hashOf(user) : NO_HASH)
  if (user && isKey) return user
  throw new UnknownKey(realm, hash)
}

/** No account here has it. */
class UnknownKey extends ApiError {
  readonly realm: RealmState
  readonly hash: Buffer

  constructor(realm: RealmState, hash: Buffer) {
    super('UNAUTHORIZED', 'Invalid API key')
    this.realm = realm
    this.hash = hash
  }
}

/** Memory alone refuses; where there are several organizations, the database says whether the key is one of theirs. */
export function explainRefusal({ realms }: Context, error: unknown): unknown | Promise<unknown> {
  if (!(error instanceof UnknownKey) || realms.ids.length < 2) return error
  const { realm, hash } = error
  return realms
    .hasKeyElsewhere(realm.id, hash.toString('hex'))
    .then((isTheirs) => (isTheirs ? unauthorized('Account is not associated with this subdomain') : error))
}

function requireUsable(realm: RealmState, user: User, endpoint: Pick<Endpoint, 'webhookBots'>): void {
  if (realm.isDeactivated) throw realmDeactivated()
  if (!user.isActive) throw accountDeactivated()
  if (user.botType === BOT_TYPE.incomingWebhook && !endpoint.webhookBots) {
    throw unauthorized('This API is not available to incoming webhook bots.')
  }
}

/** The role the endpoint asks for; checked after the rate limit, before the parameters. */
export function requireRole(auth: Auth, user: User | null): void {
  const role = auth === 'administrator' ? isAdministrator : auth === 'owner' ? isOwner : null
  if (!role || (user && role(user))) return
  throw new ApiError('UNAUTHORIZED_PRINCIPAL', `Must be an organization ${auth}`)
}

/** The account that the header proves; null when there is no header. */
function signedIn(ctx: Context, realm: RealmState, header: string | undefined): User | null {
  const headers = getOrMake(knownHeaders, ctx, () => new Remembered<Claim>())
  const known = header === undefined ? undefined : headers.get(header)
  if (known) return findUser(realm, known)
  const credentials = readCredentials(header)
  if (!credentials || header === undefined) return null
  const claim = claimOf(ctx, credentials)
  const user = findUser(realm, claim)
  headers.set(header, claim)
  return user
}

/** Who is calling, from memory alone: authentication costs no statement. */
export function identify(
  ctx: Context,
  realm: RealmState | null,
  endpoint: Pick<Endpoint, 'auth' | 'webhookBots'>,
  { authorization, client, address }: Caller,
): Actor | Visitor | UnknownHostVisitor {
  if (endpoint.auth === 'server') return { realm, user: null, client } as Visitor | UnknownHostVisitor
  if (!realm) throw new ApiError('NONEXISTENT_SUBDOMAIN', 'Invalid subdomain')
  const user = endpoint.auth === 'none' ? null : signedIn(ctx, realm, authorization)
  if (user) {
    requireUsable(realm, user, endpoint)
    return { realm, user, client, address }
  }
  if (endpoint.auth !== 'none' && endpoint.auth !== 'optional') throw notLoggedIn()
  if (realm.isDeactivated) throw new ApiError('REALM_DEACTIVATED', REALM_DEACTIVATED)
  return { realm, user: null, client }
}
