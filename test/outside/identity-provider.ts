import { generateKeyPairSync, hash, randomUUID, sign } from 'node:crypto'
import { type Clock, systemClock } from '../../server/kernel/base/clock.ts'
import { json, type Receiver, startReceiver } from './receiver.ts'

type Answer = Receiver['answer']
type Fields = Readonly<Record<string, unknown>>

export const CLIENT = { id: 'parley: the app', secret: 'of the app, with 100 % & more' }

const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 })
const ec = generateKeyPairSync('ec', { namedCurve: 'P-256' })
const unknown = generateKeyPairSync('rsa', { modulusLength: 2048 })
const small = generateKeyPairSync('rsa', { modulusLength: 1024 })

/** The ways in which the provider signs. The last ones are wrong. */
const SIGNERS = {
  RS256: { alg: 'RS256', kid: 'one', key: rsa.privateKey },
  ES256: { alg: 'ES256', kid: 'two', key: ec.privateKey },
  unnamed: { alg: 'RS256', kid: undefined, key: rsa.privateKey },
  unknown: { alg: 'RS256', kid: 'one', key: unknown.privateKey },
  small: { alg: 'RS256', kid: 'three', key: small.privateKey },
  confused: { alg: 'ES256', kid: 'one', key: rsa.privateKey },
} as const
export type Signer = keyof typeof SIGNERS | 'none'

const part = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url')

function signed(claims: Fields, by: Signer): string {
  if (by === 'none') return `${part({ alg: 'none' })}.${part(claims)}.`
  const { alg, kid, key } = SIGNERS[by]
  const text = `${part({ alg, kid, typ: 'JWT' })}.${part(claims)}`
  return `${text}.${sign('sha256', Buffer.from(text), { key, dsaEncoding: 'ieee-p1363' }).toString('base64url')}`
}

const KEYS = [
  { ...rsa.publicKey.export({ format: 'jwk' }), kid: 'one', use: 'sig' },
  { ...ec.publicKey.export({ format: 'jwk' }), kid: 'two', alg: 'ES256' },
  { ...small.publicKey.export({ format: 'jwk' }), kid: 'three' },
  'no key',
]

interface AuthorizationRequest {
  readonly nonce: string | null
  readonly challenge: string | null
  readonly redirect: string | null
}

/** What stands for an identity provider: people have already signed in there, as `person`. */
export async function startIdentityProvider(clock: Pick<Clock, 'now'> = systemClock) {
  const receiver = await startReceiver()
  const { origin: issuer } = new URL(receiver.url)
  const codes = new Map<string, AuthorizationRequest>()
  const usual = () => ({
    person: { email: 'ann@example.org', email_verified: true, name: 'Ann of the provider' } as Fields,
    /** Claims of the token that differ from what is right. */
    claims: {} as Fields,
    signer: 'RS256' as Signer,
    keys: KEYS as readonly unknown[],
    document: {} as Fields,
    /** Answers instead of the usual ones, by path. */
    answers: {} as Readonly<Record<string, Answer>>,
  })
  const provider = {
    ...usual(),
    issuer,
    receiver,
    /** The ID tokens that it has given. */
    tokens: [] as string[],
    /** Forgets what tests have changed. */
    forget() {
      Object.assign(provider, usual())
      receiver.requests.length = 0
    },
    /** The person comes to the address and is sent back with this query. */
    permit(address: string): URLSearchParams {
      const { searchParams: asked } = new URL(address)
      const code = `code-${randomUUID()}`
      const [nonce, challenge, redirect] = ['nonce', 'code_challenge', 'redirect_uri'].map((name) => asked.get(name))
      codes.set(code, { nonce: nonce!, challenge: challenge!, redirect: redirect! })
      return new URLSearchParams({ code, state: asked.get('state') ?? '' })
    },
    pathsAsked: () => receiver.requests.map(({ path }) => path),
    close: () => receiver.close(),
  }
  const token = (authorization: string | undefined, body: string): Answer => {
    const fields = new URLSearchParams(body)
    const proof = [fields.get('client_id') ?? '', fields.get('client_secret') ?? '']
    const [id, secret] = authorization === undefined ? proof : basic(authorization)
    if (id !== CLIENT.id || secret !== CLIENT.secret) return json({ error: 'invalid_client' }, 401)
    const code = fields.get('code') ?? ''
    const given = codes.get(code)
    codes.delete(code)
    const challenge = hash('sha256', fields.get('code_verifier') ?? '', 'base64url')
    if (given?.challenge !== challenge || given.redirect !== fields.get('redirect_uri'))
      return json({ error: 'invalid_grant', error_description: code }, 400)
    const now = Math.floor(clock.now() / 1000)
    const right = { iss: issuer, aud: CLIENT.id, sub: 'person-1', iat: now, exp: now + 300, nonce: given.nonce }
    const claims = { ...right, ...provider.person, ...provider.claims }
    const id_token = signed(claims, provider.signer)
    provider.tokens.push(id_token)
    return json({ access_token: 'unused', token_type: 'Bearer', id_token })
  }
  receiver.answer = (response, request) => {
    const path = request.path.split('?', 1)[0]!
    const document = {
      issuer,
      authorization_endpoint: `${issuer}/authorize?tenant=7`,
      token_endpoint: `${issuer}/token`,
      jwks_uri: `${issuer}/keys`,
      ...provider.document,
    }
    const own: Readonly<Record<string, () => Answer>> = {
      '/.well-known/openid-configuration': () => json(document),
      '/keys': () => json({ keys: provider.keys }),
      '/token': () => token(request.headers.authorization, request.body),
    }
    const answer = provider.answers[path] ?? own[path]?.() ?? json({}, 404)
    answer(response, request)
  }
  return provider
}

const basic = (header: string): string[] =>
  Buffer.from(header.replace('Basic ', ''), 'base64').toString().split(':').map(decodeURIComponent)

export const settingsFor = (issuer: string) => ({
  PARLEY_OUTGOING_ALLOW: '127.0.0.1',
  PARLEY_OIDC_ISSUER: issuer,
  PARLEY_OIDC_CLIENT_ID: CLIENT.id,
  PARLEY_OIDC_CLIENT_SECRET: CLIENT.secret,
  PARLEY_OIDC_NAME: 'Example Login',
})
