import { IncomingMessage } from 'node:http'
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
  collect(request, (chunk) => {
    if (received > BODY_LIMIT) return
    if (chunk === null) {
      take(chunks.length === 1 ? chunks[0]! : Buffer.concat(chunks, received))
      return
    }
    received += chunk.length
    if (received > BODY_LIMIT) refuse(tooLarge())
    else chunks.push(chunk)
  })
}

/** A piece of a body, or null at its end. */
type Collect = (chunk: Buffer | null) => void

function collect(request: IncomingMessage, take: Collect): void {
  if (request instanceof PromptRequest) request.collect(take)
  else request.on('data', take).on('end', () => take(null))
}

/**
 * A body is handed on as it is read from the connection. A stream would keep it for a later turn, which costs as much
 * as reading the form in it; the stream is told of the end alone, so that node tidies up after the request as ever.
 */
export class PromptRequest extends IncomingMessage {
  #take: Collect | undefined

  collect(take: Collect): void {
    this.#take = take
  }

  override push(chunk: Buffer | null, encoding?: BufferEncoding): boolean {
    const take = this.#take
    if (!take) return super.push(chunk, encoding)
    take(chunk)
    if (chunk === null) {
      this.#take = undefined
      super.push(null)
    }
    return true
  }
}
