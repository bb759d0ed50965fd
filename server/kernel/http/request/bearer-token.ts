import { createHash, timingSafeEqual } from 'node:crypto'
import type { IncomingMessage } from 'node:http'

const digest = (text: string): Buffer => createHash('sha256').update(text).digest()

/** Checks whether a request has this token, in constant time. Without a configured token, no request has it. */
export function tokenCheck(token: string | null): (request: IncomingMessage) => boolean {
  if (token === null) return () => false
  // Digests all have the same length, so the length of the token stays secret too.
  const expected = digest(token)
  return ({ headers }) => {
    const given = /^Bearer +(\S+)$/i.exec(headers.authorization ?? '')?.[1]
    return given !== undefined && timingSafeEqual(digest(given), expected)
  }
}
