import { randomBytes, timingSafeEqual } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { ApiError } from '../../../../api/errors.ts'
import type { Secret } from '../../base/secret.ts'
import type { Context } from '../../context.ts'
import type { RealmState } from '../../realm-state/realm-state.ts'
import { isOver, SESSION_SECONDS, type Session } from '../../realm-state/records/sessions.ts'
import type { User } from '../../realm-state/user.ts'
import { readCookie, writeCookie } from './cookies.ts'

/** With https a browser accepts a name with this prefix only from the host itself, never from a neighbour of it. */
const nameOf = (cookie: keyof typeof NAMES, isSecure: boolean): string => `${isSecure ? '__Host-' : ''}${NAMES[cookie]}`
const NAMES = { session: 'sessionid', csrf: 'csrftoken', provider: 'signinprovider' } as const

/** Proves that a browser began to sign in at an identity provider. */
export interface ProviderCookie {
  readonly token: string
  /** How long it is valid. */
  readonly seconds: number
}

/** The cookies of a browser, and the way to set them. */
export class BrowserCookies {
  readonly #secret: Secret
  readonly #isSecure: boolean
  /** Proves who is signed in. */
  readonly session: string | undefined
  /** What forms and scripts have to repeat, because other sites cannot read it. */
  readonly csrf: string | undefined
  /** Proves that this browser began to sign in at an identity provider. */
  readonly provider: string | undefined

  constructor(secret: Secret, address: string, header: string | undefined) {
    this.#secret = secret
    this.#isSecure = address.startsWith('https:')
    this.session = readCookie(header, nameOf('session', this.#isSecure))
    this.csrf = readCookie(header, nameOf('csrf', this.#isSecure))
    this.provider = readCookie(header, nameOf('provider', this.#isSecure))
  }

  /** The token that the forms of this browser carry. It depends on the session, so that one of another is refused. */
  get expectedCsrf(): string | undefined {
    return this.session === undefined ? this.csrf : this.#csrfOf(this.session)
  }

  /** The values of Set-Cookie after a sign-in with this token. */
  signedIn(token: string): string[] {
    return [this.#write('session', token), this.#write('csrf', this.#csrfOf(token))]
  }

  /** The same for a browser that signs out. */
  signedOut(): string[] {
    return [this.#write('session', '', 0), this.#write('csrf', '', 0)]
  }

  /** The same for the token of forms. */
  withCsrf(token: string): string {
    return this.#write('csrf', token)
  }

  /** The same for a browser that begins to sign in at an identity provider. Null: it has come back. */
  withProvider(cookie: ProviderCookie | null): string {
    return this.#write('provider', cookie?.token ?? '', cookie?.seconds ?? 0)
  }

  #csrfOf(session: string): string {
    return this.#secret.signLink(`csrf ${session}`)
  }

  #write(cookie: keyof typeof NAMES, value: string, maxAge = SESSION_SECONDS): string {
    const options = { isSecure: this.#isSecure, maxAge, isReadable: cookie === 'csrf' }
    return writeCookie(nameOf(cookie, this.#isSecure), value, options)
  }
}

/** 256 bits, for a session or a form. */
export const newToken = (): string => randomBytes(32).toString('hex')

export interface SignedIn {
  readonly user: User
  readonly session: Session
}

/** The account and session of a cookie, from memory alone. */
export function findSession(secret: Secret, realm: RealmState, token: string | undefined): SignedIn | null {
  if (token === undefined || !/^[\da-f]{64}$/.test(token)) return null
  const hash = secret.hashKey(token)
  const found = realm.records.sessions.find('token', hash)
  const session = found?.sessions.find(({ tokenHash }) => tokenHash === hash)
  const user = found && realm.users.get(found.userId)
  return user?.isActive && session && !isOver(session, realm.now) ? { user, session } : null
}

const failed = (reason: string) => new ApiError('CSRF_FAILED', `CSRF error: ${reason}`, { data: { reason } })

/** These change nothing. */
const SAFE_METHODS = new Set(['GET', 'HEAD', 'OPTIONS'])

type SessionContext = Pick<Context, 'secret' | 'addressOf'>

export const cookiesOf = ({ secret, addressOf }: SessionContext, realm: RealmState, { headers }: IncomingMessage) =>
  new BrowserCookies(secret, addressOf(realm), headers.cookie)

/**
 * The account of the cookie, or null. A request that may change something must prove that a page of ours sent it, with a
 * header or with a field of its form.
 */
export function browserOf(
  means: SessionContext,
  realm: RealmState,
  raw: IncomingMessage,
  field?: string,
): SignedIn | null {
  const cookies = cookiesOf(means, realm, raw)
  if (!SAFE_METHODS.has(raw.method ?? '')) {
    const { 'x-csrftoken': header } = raw.headers
    requireSameOrigin(means, realm, raw)
    requireCsrf(cookies, typeof header === 'string' ? header : field)
  }
  return findSession(means.secret, realm, cookies.session)
}

/** Refuses a change that a page of another site may have caused. `given` is what the request repeats of its cookie. */
export function requireCsrf(cookies: BrowserCookies, given: string | undefined): void {
  const { csrf, expectedCsrf } = cookies
  if (csrf === undefined || expectedCsrf === undefined) throw failed('CSRF cookie not set.')
  if (given === undefined || given === '') throw failed('CSRF token missing.')
  if (!isSame(given, csrf) || !isSame(given, expectedCsrf)) throw failed('CSRF token incorrect.')
}

/** Browsers name the site that a form or a script belongs to. Other clients send no such header. */
export function requireSameOrigin(
  { addressOf }: SessionContext,
  realm: RealmState,
  { headers }: IncomingMessage,
): void {
  const { origin, host = '' } = headers
  if (origin === undefined) return
  const from = hostOfOrigin(origin)
  if (from === host.toLowerCase() || from === hostOfOrigin(addressOf(realm))) return
  throw failed(`Origin checking failed - ${origin.slice(0, 100)} does not match any trusted origins.`)
}

/** `null` is the origin of pages that hide theirs. */
const hostOfOrigin = (origin: string): string | null => (URL.canParse(origin) ? new URL(origin).host : null)

function isSame(one: string, other: string): boolean {
  const [a, b] = [Buffer.from(one), Buffer.from(other)]
  return a.length === b.length && timingSafeEqual(a, b)
}
