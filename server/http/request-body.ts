import type { IncomingMessage } from 'node:http'
import { tooLarge, type UnreadRefusal } from './unread-refusal.ts'

/** Enough for every form of the contract; uploads will have their own. */
export const BODY_LIMIT = 1_048_576

const NOTHING = Buffer.alloc(0)

/**
 * Calls one of the two, at once when there is no body. Neither, when the client goes away before the end: then there is
 * nobody to answer, and nothing holds on to what has come.
 */
export function readBody(
  request: IncomingMessage,
  take: (body: Buffer) => void,
  refuse: (refusal: UnreadRefusal) => void,
): void {
  const { 'content-length': length, 'transfer-encoding': coding } = request.headers
  if (coding === undefined && (length === undefined || length === '0')) {
    take(NOTHING)
    return
  }
  if (Number(length) > BODY_LIMIT) {
    refuse(tooLarge())
    return
  }
  const chunks: Buffer[] = []
  let received = 0
  const onData = (chunk: Buffer) => {
    received += chunk.length
    if (received <= BODY_LIMIT) {
      chunks.push(chunk)
      return
    }
    request.off('data', onData).off('end', onEnd)
    refuse(tooLarge())
  }
  const onEnd = () => {
    const [only = NOTHING] = chunks
    take(chunks.length < 2 ? only : Buffer.concat(chunks, received))
  }
  request.on('data', onData).on('end', onEnd)
}
