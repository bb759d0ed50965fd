import { createPublicKey, type JsonWebKey, type KeyObject, verify } from 'node:crypto'
import { type Claims, partsOf, type TokenParts } from '../authentication/json-web-token.ts'

/** Clocks of two servers differ by so many seconds at most. */
const SKEW_SECONDS = 60

/** Public keys of providers have at least so many bits where they are RSA keys. */
const LEAST_RSA_BITS = 2_048

export interface Expected {
  readonly issuer: string
  readonly clientId: string
  readonly nonce: string
  /** Seconds. */
  readonly now: number
}

/** Why a token is not accepted. For the log. */
export interface NoClaims {
  readonly reason: string
  /** None of the keys has made the signature. The provider may have a newer key. */
  readonly mayHaveNewKey?: true
}

const no = (reason: string): NoClaims => ({ reason })

/** The claims of an ID token that the provider has signed for us, for this sign-in and now. */
export function readIdToken(
  token: string,
  keys: readonly JsonWebKey[],
  expected: Expected,
): { readonly claims: Claims } | NoClaims {
  const parts = partsOf(token)
  if (!parts) return no('the ID token has no form of one')
  const { alg, crit } = parts.header
  if (alg !== 'RS256' && alg !== 'ES256') return no('the ID token is signed with neither RS256 nor ES256')
  if (crit !== undefined) return no('the ID token has extensions')
  if (!keys.some((key) => isSignedBy(parts, alg, key)))
    return { reason: 'no key of the provider has signed the ID token', mayHaveNewKey: true }
  const reason = problemOf(parts.claims, expected)
  return reason === null ? { claims: parts.claims } : no(reason)
}

function problemOf(claims: Claims, { issuer, clientId, nonce, now }: Expected): string | null {
  const { iss, aud, azp, exp, iat, nbf, nonce: given, sub } = claims
  if (iss !== issuer) return 'the ID token is of another issuer'
  const audiences: unknown[] = Array.isArray(aud) ? aud : [aud]
  if (!audiences.includes(clientId)) return 'the ID token is for another client'
  if ((audiences.length > 1 || azp !== undefined) && azp !== clientId) return 'another client has got the ID token'
  if (typeof exp !== 'number' || exp + SKEW_SECONDS <= now) return 'the ID token has expired'
  if (typeof iat !== 'number' || iat - SKEW_SECONDS > now) return 'the ID token is from the future'
  if (nbf !== undefined && !(typeof nbf === 'number' && nbf - SKEW_SECONDS <= now))
    return 'the ID token is not valid yet'
  if (given !== nonce) return 'the ID token is for another sign-in'
  if (typeof sub !== 'string' || sub === '') return 'the ID token names nobody'
  return null
}

function isSignedBy({ header, signed, signature }: TokenParts, alg: 'RS256' | 'ES256', jwk: JsonWebKey): boolean {
  const { kid, use, alg: ofKey } = jwk as Readonly<Record<string, unknown>>
  if (header['kid'] !== undefined && kid !== undefined && header['kid'] !== kid) return false
  if ((use !== undefined && use !== 'sig') || (ofKey !== undefined && ofKey !== alg)) return false
  const key = keyFor(jwk, alg)
  if (!key) return false
  return verify('sha256', Buffer.from(signed), { key, dsaEncoding: 'ieee-p1363' }, signature)
}

/** Null if the key is not one for this kind of signature. A key that is no public key is never used. */
function keyFor({ kty, crv, n, e, x, y }: JsonWebKey, alg: 'RS256' | 'ES256'): KeyObject | null {
  try {
    if (alg === 'ES256')
      return kty === 'EC' && crv === 'P-256'
        ? createPublicKey({ key: { kty, crv, x, y } as JsonWebKey, format: 'jwk' })
        : null
    if (kty !== 'RSA') return null
    const key = createPublicKey({ key: { kty, n, e } as JsonWebKey, format: 'jwk' })
    return (key.asymmetricKeyDetails?.modulusLength ?? 0) >= LEAST_RSA_BITS ? key : null
  } catch {
    return null
  }
}
