import { createHmac, timingSafeEqual } from 'node:crypto'
import { readJson } from '../../../api/read-json.ts'

export type Claims = Readonly<Record<string, unknown>>

const MOST_CHARACTERS = 10_000

/** The claims of a token that is signed with the secret and valid now (seconds), or null. Only HS256 is accepted. */
export function readToken(token: string, secret: string, now: number): Claims | null {
  const parts = partsOf(token)
  if (parts?.header['alg'] !== 'HS256' || !isSigned(parts, secret)) return null
  return isCurrent(parts.claims, now) ? parts.claims : null
}

/** A token that is not checked yet. */
export interface TokenParts {
  readonly header: Claims
  readonly claims: Claims
  /** What the signature is for. */
  readonly signed: string
  readonly signature: Buffer
}

/** Null if the text does not have the form of a token. */
export function partsOf(token: string): TokenParts | null {
  if (token.length > MOST_CHARACTERS) return null
  const [first, second, third, ...rest] = token.split('.')
  if (first === undefined || second === undefined || third === undefined || rest.length > 0) return null
  const [header, claims] = [decode(first), decode(second)]
  return (
    header && claims && { header, claims, signed: `${first}.${second}`, signature: Buffer.from(third, 'base64url') }
  )
}

function isSigned({ signed, signature }: TokenParts, secret: string): boolean {
  const right = createHmac('sha256', secret).update(signed).digest()
  return signature.length === right.length && timingSafeEqual(signature, right)
}

function decode(part: string): Claims | null {
  const read = readJson(Buffer.from(part, 'base64url').toString())
  if (!('value' in read) || typeof read.value !== 'object' || read.value === null) return null
  return read.value as Claims
}

/** A time that is there has to be a number. */
function isCurrent({ exp, nbf }: Claims, now: number): boolean {
  const hasEnded = exp !== undefined && !(typeof exp === 'number' && now < exp)
  const hasBegun = nbf === undefined || (typeof nbf === 'number' && now >= nbf)
  return !hasEnded && hasBegun
}
