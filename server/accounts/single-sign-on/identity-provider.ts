import type { JSONWebKeySet, JWK } from 'jose'
import type { ClientAuth, Configuration, IDToken, ServerMetadata } from 'openid-client'
import { type Clock, seconds } from '../../kernel/base/clock.ts'
import type { Config, OidcConfig } from '../../kernel/base/config.ts'
import { basicHeader } from '../../kernel/base/outgoing-answer.ts'
import type { OutgoingRequests } from '../../kernel/base/outgoing-requests.ts'
import type { Resource } from '../../kernel/resource.ts'
import { CachedValue } from './cached.ts'
import { SIGNATURE_ALGORITHMS, signatureProblem } from './id-token-signature.ts'
import { ProviderFailure } from './provider-failure.ts'
import { fetchThrough } from './provider-requests.ts'

/** What the browser brings back, and what was sent with it. */
export interface ProviderReturn {
  readonly code: string
  /** The issuer, if the provider names it in the address that leads back. Else empty. */
  readonly issuer: string
  readonly redirect: string
  readonly verifier: string
  readonly nonce: string
}

/** How long the provider's own description and its keys are used, in milliseconds. */
const CACHED_MILLISECONDS = 3_600_000
/** An unknown key makes us ask again, but not more often than this. */
const MIN_MILLISECONDS_BETWEEN_FETCHES = 60_000
/** The clocks of two servers differ by at most this. */
const SKEW_SECONDS = 60

const ENDPOINTS = ['authorization_endpoint', 'token_endpoint', 'jwks_uri'] as const
type Description = ServerMetadata & Readonly<Record<(typeof ENDPOINTS)[number], string>>

/** The provider that the operator has set. It is asked at first use, so that the server starts without it. */
export class IdentityProvider {
  readonly #config: OidcConfig
  readonly #clock: Clock
  readonly #fetch: ReturnType<typeof fetchThrough>
  readonly #description: CachedValue<Description>
  readonly #keys: CachedValue<JSONWebKeySet>

  constructor(config: OidcConfig, outgoing: OutgoingRequests, clock: Clock) {
    this.#config = config
    this.#clock = clock
    this.#fetch = fetchThrough(outgoing)
    this.#description = new CachedValue(clock, CACHED_MILLISECONDS, () => this.#describe())
    this.#keys = new CachedValue(clock, CACHED_MILLISECONDS, () => this.#fetchKeys())
  }

  /** People see it. */
  get name(): string {
    return this.#config.name
  }

  /** The address at which the person signs in. */
  async addressFor(asked: { readonly state: string } & Omit<ProviderReturn, 'code' | 'issuer'>): Promise<string> {
    const { buildAuthorizationUrl, calculatePKCECodeChallenge } = await import('openid-client')
    const address = buildAuthorizationUrl(await this.#client(), {
      redirect_uri: asked.redirect,
      scope: 'openid email profile',
      state: asked.state,
      nonce: asked.nonce,
      code_challenge: await calculatePKCECodeChallenge(asked.verifier),
      code_challenge_method: 'S256',
    })
    return address.href
  }

  /** Throws a ProviderFailure unless it describes itself and shows its keys. */
  async requireUsable(): Promise<void> {
    await this.#keys.get()
  }

  /** What the provider says of the person who has signed in there. */
  async claimsFor({ code, issuer, redirect, verifier, nonce }: ProviderReturn): Promise<IDToken> {
    const { authorizationCodeGrant } = await import('openid-client')
    const address = new URL(redirect)
    address.search = new URLSearchParams({ code, ...(issuer === '' ? {} : { iss: issuer }) }).toString()
    const client = await this.#client()
    const checks = { pkceCodeVerifier: verifier, expectedNonce: nonce, idTokenExpected: true }
    const tokens = await authorizationCodeGrant(client, address, checks).catch(asFailure)
    const claims = tokens.claims()!
    this.#requireOurs(claims)
    await this.#requireSigned(tokens.id_token!)
    return claims
  }

  /** The library leaves these two to us. */
  #requireOurs({ azp, iat }: IDToken): void {
    if (azp !== undefined && azp !== this.#config.clientId)
      throw new ProviderFailure('another client has got the ID token', false)
    if (iat - SKEW_SECONDS > seconds(this.#clock)) throw new ProviderFailure('the ID token is from the future', false)
  }

  async #requireSigned(token: string): Promise<void> {
    if ((await signatureProblem(token, await this.#keys.get())) === null) return
    // The provider may have a newer key.
    const problem = await signatureProblem(token, await this.#keys.newer(MIN_MILLISECONDS_BETWEEN_FETCHES))
    if (problem !== null) throw new ProviderFailure(problem, false)
  }

  /** What this server is at the provider, by our clock. */
  async #client(): Promise<Configuration> {
    const openid = await import('openid-client')
    const description = await this.#description.get()
    const algorithms = { id_token_signing_alg_values_supported: SIGNATURE_ALGORITHMS }
    const times = {
      [openid.clockSkew]: seconds(this.#clock) - Math.floor(Date.now() / 1000),
      [openid.clockTolerance]: SKEW_SECONDS,
    }
    const proof = isPostOnly(description) ? openid.ClientSecretPost(this.#config.clientSecret) : this.#proofInHeader
    const client = new openid.Configuration({ ...description, ...algorithms }, this.#config.clientId, times, proof)
    client[openid.customFetch] = this.#fetch
    if (this.#isPlain) openid.allowInsecureRequests(client)
    return client
  }

  /** The library also encodes the hyphens of an id, which some providers do not decode. */
  readonly #proofInHeader: ClientAuth = (_server, _client, _body, headers) => {
    const { clientId, clientSecret } = this.#config
    headers.set('authorization', basicHeader(encodeURIComponent(clientId), encodeURIComponent(clientSecret)))
  }

  get #isPlain(): boolean {
    return this.#config.issuer.startsWith('http:')
  }

  async #describe(): Promise<Description> {
    const { allowInsecureRequests, customFetch, discovery } = await import('openid-client')
    const { issuer, clientId } = this.#config
    const options = { [customFetch]: this.#fetch, execute: this.#isPlain ? [allowInsecureRequests] : [] }
    const found = await discovery(new URL(issuer), clientId, undefined, undefined, options).catch(asFailure)
    const description = found.serverMetadata()
    // The library takes addresses that mean the same, and providers that serve several issuers.
    if (description.issuer !== issuer) throw new ProviderFailure('its discovery document names another issuer', false)
    for (const name of ENDPOINTS) this.#requireSafe(name, description[name])
    return description as Description
  }

  /** What is asked for with https is never sent without it. */
  #requireSafe(name: string, value: unknown): void {
    const protocol = typeof value === 'string' ? URL.parse(value)?.protocol : undefined
    if (protocol === 'https:' || (protocol === 'http:' && this.#isPlain)) return
    throw new ProviderFailure(`its discovery document has no usable ${name}`, false)
  }

  async #fetchKeys(): Promise<JSONWebKeySet> {
    const { jwks_uri: url } = await this.#description.get()
    const asked = { method: 'GET', headers: { accept: 'application/json' }, body: null, redirect: 'manual' as const }
    const { keys } = (await (await this.#fetch(url, asked)).json()) as Readonly<Record<string, unknown>>
    if (!Array.isArray(keys)) throw new ProviderFailure('it shows no keys', false)
    return { keys: keys.filter((key): key is JWK => typeof key === 'object' && key !== null) }
  }
}

const isPostOnly = ({ token_endpoint_auth_methods_supported: methods }: Description): boolean =>
  methods?.includes('client_secret_post') === true && !methods.includes('client_secret_basic')

/** What the library says about an answer contains nothing of the answer. Its cause is more precise, or our own failure. */
function asFailure(error: unknown): never {
  const { cause } = error as Error
  if (cause instanceof ProviderFailure) throw cause
  const { message } = cause instanceof Error ? cause : (error as Error)
  throw new ProviderFailure(`its answer is not accepted: ${message}`, false)
}

/** Null if the operator has set none. */
export const openIdentityProvider = (
  { oidc }: Config,
  outgoing: OutgoingRequests,
  clock: Clock,
): IdentityProvider | null => oidc && new IdentityProvider(oidc, outgoing, clock)

/** The provider of single sign-on. */
export const identityProvider: Resource<IdentityProvider | null> = {
  name: 'identity provider',
  open: ({ config, outgoing, clock }) => openIdentityProvider(config, outgoing, clock),
}
