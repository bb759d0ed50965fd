import { IncomingMessage } from 'node:http'
import { tooLarge, type UnreadRefusal } from '../answer/unread-refusal.ts'

/** Enough for every form of the contract; uploads will have their own. */
export const BODY_LIMIT = 1_048_576

const NOTHING = Buffer.alloc(0)

export function hasBody({ headers }: IncomingMessage): boolean {
  const { 'content-length': length, 'transfer-encoding': coding } = headers
  return coding !== undefined || (length !== undefined && length !== '0')
}

/**
 * Calls one of the two. Neither, when the client goes away before the end: then there is nobody to answer, and nothing
 * holds on to what has come.
 */
export function readBody(
  request: IncomingMessage,
  take: (body: Buffer) => void,
  refuse: (refusal: UnreadRefusal) => void,
): void {
  if (Number(request.headers['content-length']) > BODY_LIMIT) {
    refuse(tooLarge())
    return
  }
  const joined = new JoinedChunks()
  let received = 0
  collect(request, (chunk) => {
    if (received > BODY_LIMIT) return
    if (chunk === null) {
      take(joined.bytes)
      return
    }
    received += chunk.length
    if (received > BODY_LIMIT) refuse(tooLarge())
    else joined.add(chunk)
  })
}

/**
 * One piece of memory that doubles when it is full: a client may send each byte as a chunk, and a Buffer for each would
 * take a hundred times the body. The first chunk, which mostly is the whole body, is not copied.
 */
class JoinedChunks {
  #memory: Buffer = NOTHING
  #length = 0

  get bytes(): Buffer {
    return this.#length === this.#memory.length ? this.#memory : this.#memory.subarray(0, this.#length)
  }

  add(chunk: Buffer): void {
    const length = this.#length + chunk.length
    if (this.#length === 0) this.#memory = chunk
    else {
      if (length > this.#memory.length) this.#grow(length)
      chunk.copy(this.#memory, this.#length)
    }
    this.#length = length
  }

  #grow(least: number): void {
    const larger = Buffer.allocUnsafeSlow(Math.min(Math.max(least, 2 * this.#memory.length), BODY_LIMIT))
    this.#memory.copy(larger, 0, 0, this.#length)
    this.#memory = larger
  }
}

/** A piece of a body, or null at its end. */
type Collect = (chunk: Buffer | null) => void

/** What has come while the request waited to be admitted is in the stream; then the rest comes through it as well. */
function collect(request: IncomingMessage, take: Collect): void {
  const isUntouched = request.readableLength === 0 && !request.complete
  if (request instanceof PromptRequest && isUntouched) request.collect(take)
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
