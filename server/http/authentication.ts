import { timingSafeEqual } from 'node:crypto'
import type { Auth, Endpoint } from '../../api/contract.ts'
import { ApiError, badRequest } from '../../api/errors.ts'
import type { Actor, Stranger, Visitor } from '../actor.ts'
import type { Context } from '../context.ts'
import type { RealmState } from '../realm-state/realm-state.ts'
import { BOT_TYPE, isAdministrator, isOwner, type User } from '../realm-state/user.ts'
import { type Credentials, notLoggedIn, readCredentials } from './basic-credentials.ts'

export interface Caller {
  host: string | undefined
  authorization: string | undefined
  client: string
}

const KEY_FORMAT = /^[A-Za-z0-9]{32}$/
/** Compared with when there is no such account, so that the answer takes as long. */
const NO_HASH = '0'.repeat(64)

const invalidKey = () => new ApiError('INVALID_API_KEY', 'Invalid API key')

function isSameHash(left: string, right: string): boolean {
  const [a, b] = [Buffer.from(left, 'hex'), Buffer.from(right, 'hex')]
  return a.length === b.length && timingSafeEqual(a, b)
}

function findUser(ctx: Context, realm: RealmState, { email, key }: Credentials): User {
  if (!KEY_FORMAT.test(key)) throw new ApiError('INVALID_API_KEY', 'Malformed API key')
  const hash = ctx.secret.hashKey(key)
  const user = realm.userByEmail(email)
  const isKey = isSameHash(hash, user?.apiKeyHash ?? NO_HASH)
  if (user && isKey) return user
  if (ctx.realms.hasElsewhere(realm, email, (other) => isSameHash(hash, other.apiKeyHash))) {
    throw badRequest('Account is not associated with this subdomain')
  }
  throw invalidKey()
}

function requireUsable(realm: RealmState, user: User, endpoint: Endpoint): void {
  requireLive(realm)
  if (!user.isActive) throw new ApiError('USER_DEACTIVATED', 'Account is deactivated')
  if (user.botType === BOT_TYPE.incomingWebhook && !endpoint.webhookBots) {
    throw badRequest('This API is not available to incoming webhook bots.')
  }
}

function requireLive(realm: RealmState): void {
  if (realm.isDeactivated) throw new ApiError('REALM_DEACTIVATED', 'This organization has been deactivated')
}

/** The role the endpoint asks for; checked after the rate limit, before the parameters. */
export function requireRole(auth: Auth, user: User | null): void {
  const role = auth === 'administrator' ? isAdministrator : auth === 'owner' ? isOwner : null
  if (!role || (user && role(user))) return
  throw new ApiError('UNAUTHORIZED_PRINCIPAL', `Must be an organization ${auth}`)
}

/** Who is calling, from memory alone: authentication costs no statement. */
export async function identify(ctx: Context, endpoint: Endpoint, caller: Caller): Promise<Actor | Visitor | Stranger> {
  const { client } = caller
  const realm = await ctx.realms.forHost(caller.host)
  if (endpoint.auth === 'server') return { realm, user: null, client } as Visitor | Stranger
  if (!realm) throw new ApiError('NONEXISTENT_SUBDOMAIN', 'Invalid subdomain')
  const credentials = endpoint.auth === 'none' ? null : readCredentials(caller.authorization)
  if (credentials) {
    const user = findUser(ctx, realm, credentials)
    requireUsable(realm, user, endpoint)
    return { realm, user, client }
  }
  if (endpoint.auth !== 'none' && endpoint.auth !== 'optional') throw notLoggedIn()
  requireLive(realm)
  return { realm, user: null, client }
}
