import { once } from 'node:events'
import type { Duplex } from 'node:stream'
import type pg from 'pg'

/** The part of the driver's connection that COPY needs. */
interface Wire {
  readonly stream: Duplex
  query(text: string): void
  sendCopyFromChunk(chunk: Buffer): void
  endCopyFrom(): void
}

/** Rows that have arrived and were not taken yet. More stop the connection. */
const MAX_WAITING_BYTES = 4 * 1024 * 1024

/**
 * The rows of `copy … to stdout` in pieces of many rows. The connection is read no faster than the pieces are taken. If
 * they are not taken to the end, the connection cannot be used any more.
 */
export async function* copyOut(client: pg.ClientBase, text: string): AsyncGenerator<Buffer, void, void> {
  const copy = client.query(new CopyOut(text))
  for (let piece = await copy.take(); piece.length > 0; piece = await copy.take()) yield piece
}

class CopyOut {
  readonly #text: string
  #wire: Wire | undefined
  #rows: Buffer[] = []
  #bytes = 0
  #ended = false
  #failure: unknown
  #wake = () => {}

  constructor(text: string) {
    this.#text = text
  }

  /** Empty at the end. */
  async take(): Promise<Buffer> {
    while (!this.#ended && this.#bytes < MAX_WAITING_BYTES && this.#failure === undefined)
      await new Promise<void>((resolve) => {
        this.#wake = resolve
      })
    if (this.#failure !== undefined) throw this.#failure
    const piece = Buffer.concat(this.#rows)
    this.#rows = []
    this.#bytes = 0
    this.#wire?.stream.resume()
    return piece
  }

  submit(connection: unknown): void {
    this.#wire = connection as Wire
    this.#wire.query(this.#text)
  }

  handleCopyData({ chunk }: { chunk: Buffer }): void {
    // The parser uses its buffer again.
    this.#rows.push(Buffer.from(chunk))
    this.#bytes += chunk.length
    if (this.#bytes < MAX_WAITING_BYTES) return
    this.#wire?.stream.pause()
    this.#wake()
  }

  handleCommandComplete(): void {}

  handleReadyForQuery(): void {
    this.#ended = true
    this.#wake()
  }

  handleError(error: unknown): void {
    this.#failure = error
    this.#wake()
  }
}

/** Sends pieces to `copy … from stdin`, no faster than the database takes them. */
export class CopyIn {
  readonly #text: string
  #wire: Wire | undefined
  readonly #started = Promise.withResolvers<void>()
  readonly #ended = Promise.withResolvers<void>()
  #failure: unknown

  private constructor(text: string) {
    this.#text = text
    // The failure is reported to the caller that waits for one of them.
    for (const { promise } of [this.#started, this.#ended]) promise.catch(() => {})
  }

  static async start(client: pg.ClientBase, text: string): Promise<CopyIn> {
    const copy = client.query(new CopyIn(text))
    await copy.#started.promise
    return copy
  }

  async write(piece: Buffer): Promise<void> {
    if (this.#failure !== undefined) throw this.#failure
    const { stream } = this.#wire!
    this.#wire!.sendCopyFromChunk(piece)
    if (stream.writableNeedDrain) await Promise.race([once(stream, 'drain'), this.#ended.promise])
  }

  async end(): Promise<void> {
    if (this.#failure === undefined) this.#wire!.endCopyFrom()
    await this.#ended.promise
  }

  submit(connection: unknown): void {
    this.#wire = connection as Wire
    this.#wire.query(this.#text)
  }

  handleCopyInResponse(): void {
    this.#started.resolve()
  }

  handleCommandComplete(): void {}

  handleReadyForQuery(): void {
    this.#ended.resolve()
  }

  handleError(error: unknown): void {
    this.#failure = error
    this.#started.reject(error)
    this.#ended.reject(error)
  }
}
