import { hash, type JsonWebKey } from 'node:crypto'
import { type Clock, seconds } from '../../kernel/base/clock.ts'
import type { Config, OidcConfig } from '../../kernel/base/config.ts'
import { successOf, valueAt } from '../../kernel/base/outgoing-answer.ts'
import { type OutgoingRequests, readJsonObject } from '../../kernel/base/outgoing-requests.ts'
import { type OAuthClient, requestToken } from '../../outside/oauth/request-token.ts'
import type { Claims } from '../authentication/json-web-token.ts'
import { Cached } from './cached.ts'
import { readIdToken } from './id-token.ts'

/** Why the provider gave no answer that counts. The message is for the log and contains nothing secret. */
export class ProviderFailure extends Error {
  override name = 'ProviderFailure'
  /** The provider does not answer, or not as it should. Another try may succeed. */
  readonly mayPass: boolean

  constructor(reason: string, mayPass: boolean) {
    super(reason)
    this.mayPass = mayPass
  }
}

/** What the browser brings back, and what was sent with it. */
export interface Answered {
  readonly code: string
  readonly redirect: string
  readonly verifier: string
  readonly nonce: string
}

/** How long the provider's own description and its keys are used, in milliseconds. */
const CACHED_MILLISECONDS = 3_600_000
/** An unknown key makes us ask again, but not more often than this. */
const LEAST_MILLISECONDS = 60_000

interface Description {
  readonly authorizeUrl: string
  readonly keysUrl: string
  readonly client: OAuthClient
}

/** The provider that the operator has set. It is asked at first use, so that the server starts without it. */
export class IdentityProvider {
  readonly #config: OidcConfig
  readonly #outgoing: OutgoingRequests
  readonly #clock: Clock
  readonly #description: Cached<Description>
  readonly #keys: Cached<readonly JsonWebKey[]>

  constructor(config: OidcConfig, outgoing: OutgoingRequests, clock: Clock) {
    this.#config = config
    this.#outgoing = outgoing
    this.#clock = clock
    this.#description = new Cached(clock, CACHED_MILLISECONDS, () => this.#describe())
    this.#keys = new Cached(clock, CACHED_MILLISECONDS, () => this.#fetchKeys())
  }

  /** For people. */
  get name(): string {
    return this.#config.name
  }

  /** The address at which the person signs in. */
  async addressFor(asked: { readonly state: string } & Omit<Answered, 'code'>): Promise<string> {
    const { authorizeUrl } = await this.#description.get()
    const address = new URL(authorizeUrl)
    const query = {
      response_type: 'code',
      client_id: this.#config.clientId,
      redirect_uri: asked.redirect,
      scope: 'openid email profile',
      state: asked.state,
      nonce: asked.nonce,
      code_challenge: hash('sha256', asked.verifier, 'base64url'),
      code_challenge_method: 'S256',
    }
    for (const [name, value] of Object.entries(query)) address.searchParams.set(name, value)
    return address.href
  }

  /** Throws a ProviderFailure unless it describes itself and shows its keys. */
  async requireUsable(): Promise<void> {
    await this.#keys.get()
  }

  /** What the provider says of the person who has signed in there. */
  async claimsFor({ code, redirect, verifier, nonce }: Answered): Promise<Claims> {
    const { client } = await this.#description.get()
    const grant = { grant_type: 'authorization_code', code, redirect_uri: redirect, code_verifier: verifier }
    const reply = await requestToken(this.#outgoing, client, grant)
    if ('reason' in reply) throw new ProviderFailure(`it gave no token: ${reply.reason}`, !reply.isRefused)
    const token = valueAt(reply.body, 'id_token')
    if (typeof token !== 'string') throw new ProviderFailure('its answer has no ID token', false)
    return this.#read(token, nonce)
  }

  async #read(token: string, nonce: string): Promise<Claims> {
    const { issuer, clientId } = this.#config
    const expected = { issuer, clientId, nonce, now: seconds(this.#clock) }
    const read = readIdToken(token, await this.#keys.get(), expected)
    if ('claims' in read) return read.claims
    if (!read.mayHaveNewKey) throw new ProviderFailure(read.reason, false)
    const again = readIdToken(token, await this.#keys.newer(LEAST_MILLISECONDS), expected)
    if ('claims' in again) return again.claims
    throw new ProviderFailure(again.reason, false)
  }

  async #describe(): Promise<Description> {
    const { issuer, clientId, clientSecret } = this.#config
    const found = await this.#get(`${issuer.replace(/\/+$/, '')}/.well-known/openid-configuration`)
    if (found['issuer'] !== issuer) throw new ProviderFailure('its discovery document names another issuer', false)
    const methods = found['token_endpoint_auth_methods_supported']
    const isPostOnly =
      Array.isArray(methods) && methods.includes('client_secret_post') && !methods.includes('client_secret_basic')
    const tokenUrl = this.#endpoint(found, 'token_endpoint')
    return {
      authorizeUrl: this.#endpoint(found, 'authorization_endpoint'),
      keysUrl: this.#endpoint(found, 'jwks_uri'),
      client: { tokenUrl, clientId, clientSecret, secretIn: isPostOnly ? 'fields' : 'header' },
    }
  }

  /** What is asked for with https is never sent without it. */
  #endpoint(found: Readonly<Record<string, unknown>>, name: string): string {
    const value = found[name]
    const url = typeof value === 'string' ? URL.parse(value) : null
    const isSafe = url?.protocol === 'https:' || (url?.protocol === 'http:' && this.#config.issuer.startsWith('http:'))
    if (!url || !isSafe) throw new ProviderFailure(`its discovery document has no usable ${name}`, false)
    return url.href
  }

  async #fetchKeys(): Promise<readonly JsonWebKey[]> {
    const { keysUrl } = await this.#description.get()
    const { keys } = await this.#get(keysUrl)
    if (!Array.isArray(keys)) throw new ProviderFailure('it shows no keys', false)
    return keys.filter((key): key is JsonWebKey => typeof key === 'object' && key !== null)
  }

  async #get(url: string): Promise<Readonly<Record<string, unknown>>> {
    const reply = await successOf(this.#outgoing.get(url, { headers: { Accept: 'application/json' } }))
    if ('reason' in reply) throw new ProviderFailure(`it does not answer: ${reply.reason}`, true)
    const body = readJsonObject(reply.body)
    if (!body) throw new ProviderFailure('its answer is no JSON object', true)
    return body
  }
}

/** Null if the operator has set none. */
export const openIdentityProvider = (
  { oidc }: Config,
  outgoing: OutgoingRequests,
  clock: Clock,
): IdentityProvider | null => oidc && new IdentityProvider(oidc, outgoing, clock)
