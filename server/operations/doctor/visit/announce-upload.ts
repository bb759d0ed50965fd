import { once } from 'node:events'
import type { IncomingMessage } from 'node:http'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Secret } from '../../../kernel/base/secret.ts'
import { openVisit } from './send.ts'

/** Milliseconds. A proxy that does not know the question is sent the bytes. */
const ASKING = 5_000
const SENDING = 120_000
const PIECE = Buffer.alloc(65_536)

/**
 * Asks with "Expect: 100-continue" whether `bytes` bytes may be sent. Returns the status: 100 if they may, 0 if the
 * connection is cut.
 */
export async function announceUpload(url: string, secret: Secret, bytes: number, signal: AbortSignal): Promise<number> {
  const limit = AbortSignal.any([signal, AbortSignal.timeout(ASKING + SENDING)])
  const headers = { 'content-length': bytes, expect: '100-continue' }
  const { request } = openVisit(url, secret, headers, limit)
  try {
    const permission = once(request, 'continue').then(() => 100)
    const answer = once(request, 'response').then(([response]: IncomingMessage[]) => response?.statusCode ?? 0)
    for (const promise of [permission, answer]) promise.catch(() => {})
    request.flushHeaders()
    const first = await Promise.race([permission, answer, sleep(ASKING, null, { ref: false, signal: limit })])
    if (first !== null) return first
    // A refusal may come before everything is sent.
    const sending = pipeline(Readable.from(pieces(bytes)), request).catch(() => {})
    return await Promise.race([answer, sending.then(() => answer)])
  } catch {
    return 0
  } finally {
    request.destroy()
  }
}

function* pieces(bytes: number): Generator<Buffer> {
  for (let left = bytes; left > 0; left -= PIECE.length) yield left < PIECE.length ? PIECE.subarray(0, left) : PIECE
}
