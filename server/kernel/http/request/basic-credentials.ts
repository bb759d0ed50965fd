import { isUtf8 } from 'node:buffer'
import { badRequest, unauthorized } from '../../../../api/errors.ts'

export interface Credentials {
  email: string
  key: string
}

const BASE64 = /^[A-Za-z0-9+/]*={0,2}$/

/** Reads the Authorization header. Null if there is none. */
export function readCredentials(header: string | undefined): Credentials | null {
  if (header === undefined) return null
  const [scheme = '', encoded, ...rest] = header.trim().split(/\s+/)
  const isBasic = scheme.toLowerCase() === 'basic'
  if (encoded !== undefined && !isBasic) throw badRequest('This endpoint requires HTTP basic authentication.')
  if (encoded === undefined || rest.length > 0) throw unauthorized('Invalid authorization header for basic auth')
  const bytes = Buffer.from(encoded, 'base64')
  const parts = bytes.toString('utf8').split(':')
  const [email, key] = parts
  if (!BASE64.test(encoded) || !isUtf8(bytes) || parts.length !== 2 || email === undefined || key === undefined) {
    throw unauthorized('Invalid authorization header for basic auth')
  }
  return { email: email.trim(), key: key.trim() }
}
