import { createHmac, timingSafeEqual } from 'node:crypto'
import { readJson } from '../../api/read-json.ts'

type Claims = Readonly<Record<string, unknown>>

const MOST_CHARACTERS = 10_000

/** The claims of a token that is signed with the secret and valid now (seconds), or null. Only HS256 is accepted. */
export function readToken(token: string, secret: string, now: number): Claims | null {
  if (token.length > MOST_CHARACTERS) return null
  const [header, payload, signature, ...rest] = token.split('.')
  if (header === undefined || payload === undefined || signature === undefined || rest.length > 0) return null
  if (!isSigned(`${header}.${payload}`, signature, secret) || decode(header)?.['alg'] !== 'HS256') return null
  const claims = decode(payload)
  return claims && isCurrent(claims, now) ? claims : null
}

function isSigned(text: string, signature: string, secret: string): boolean {
  const right = createHmac('sha256', secret).update(text).digest()
  const given = Buffer.from(signature, 'base64url')
  return given.length === right.length && timingSafeEqual(given, right)
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
