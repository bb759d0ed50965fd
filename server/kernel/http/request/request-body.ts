import { IncomingMessage } from 'node:http'
import { tooLarge, type UnreadRefusal } from '../answer/unread-refusal.ts'

/** Enough for nearly every form of the contract. Uploads have their own limits. */
export const BODY_LIMIT = 1_048_576

const NOTHING = Buffer.alloc(0)

export function hasBody({ headers }: IncomingMessage): boolean {
  const { 'content-length': length, 'transfer-encoding': coding } = headers
  return coding !== undefined || (length !== undefined && length !== '0')
}

/**
 * Calls one of the two functions. Calls neither if the client disconnects before the end, and then keeps no reference
 * to the data.
 */
export function readBody(
  request: IncomingMessage,
  mostBytes: number,
  take: (body: Buffer) => void,
  refuse: (refusal: UnreadRefusal) => void,
): void {
  if (Number(request.headers['content-length']) > mostBytes) {
    refuse(tooLarge())
    return
  }
  const joined = new JoinedChunks(mostBytes)
  let received = 0
  collect(request, (chunk) => {
    if (received > mostBytes) return
    if (chunk === null) {
      take(joined.bytes)
      return
    }
    received += chunk.length
    if (received > mostBytes) refuse(tooLarge())
    else joined.add(chunk)
  })
}

/**
 * Joins chunks in one buffer that doubles when it is full. A client may send each byte as a chunk, and a Buffer for
 * each would take a hundred times the size of the body. The first chunk, usually the whole body, is not copied.
 */
class JoinedChunks {
  readonly #most: number
  #memory: Buffer = NOTHING
  #length = 0

  constructor(most: number) {
    this.#most = most
  }

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
    const larger = Buffer.allocUnsafeSlow(Math.min(Math.max(least, 2 * this.#memory.length), this.#most))
    this.#memory.copy(larger, 0, 0, this.#length)
    this.#memory = larger
  }
}

/** Throws the body away while it arrives, and returns an empty one. */
export function ignoreBody(request: IncomingMessage): Buffer {
  if (request instanceof PromptRequest) request.collect(() => {})
  return NOTHING
}

/** Receives a piece of a body, or null at its end. */
type Collect = (chunk: Buffer | null) => void

/**
 * If data arrived while the request waited for admission, it is in the stream, and the rest comes through the stream
 * too.
 */
function collect(request: IncomingMessage, take: Collect): void {
  const isUntouched = request.readableLength === 0 && !request.complete
  if (request instanceof PromptRequest && isUntouched) request.collect(take)
  else request.on('data', take).on('end', () => take(null))
}

/** Parts of node's requests that have no public name. */
interface Internals {
  /** Node reads the rest of a request after the answer, unless this is set. */
  _consuming: boolean
  readonly _readableState: { ended: boolean; endEmitted: boolean }
}

/**
 * Passes a body on while it is read from the connection. A stream would delay it to a later turn, which costs as much
 * as parsing the form. The stream itself stays unused, and is marked as read: it would take three turns to end.
 */
export class PromptRequest extends IncomingMessage {
  #take: Collect | undefined

  collect(take: Collect): void {
    this.#take = take
  }

  override push(chunk: Buffer | null, encoding?: BufferEncoding): boolean {
    const take = this.#take
    if (!take) return super.push(chunk, encoding)
    if (chunk === null) this.#end()
    take(chunk)
    return true
  }

  #end(): void {
    this.#take = undefined
    const internals = this as unknown as Internals
    internals._consuming = true
    const { _readableState: state } = internals
    state.ended = true
    state.endEmitted = true
  }
}
