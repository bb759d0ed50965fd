import { createHash, timingSafeEqual } from 'node:crypto'
import type { IncomingMessage } from 'node:http'

const digest = (text: string): Buffer => createHash('sha256').update(text).digest()

/** Whether a request carries this token, compared in constant time. Nobody has a token that is not set. */
export function tokenCheck(token: string | null): (request: IncomingMessage) => boolean {
  if (token === null) return () => false
  // Digests have one length: how long the token is stays a secret, too.
  const expected = digest(token)
  return ({ headers }) => {
    const given = /^Bearer +(\S+)$/i.exec(headers.authorization ?? '')?.[1]
    return given !== undefined && timingSafeEqual(digest(given), expected)
  }
}
