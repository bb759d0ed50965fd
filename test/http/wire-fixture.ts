import { once } from 'node:events'
import { connect, type Socket } from 'node:net'

export interface WireAnswer {
  readonly status: number
  readonly head: readonly string[]
  readonly body: string
}

/** A raw connection that returns its answers one after another. */
export class Wire {
  readonly #socket: Socket
  readonly closed: Promise<unknown>
  #received = Buffer.alloc(0)
  #coming: Buffer[] = []
  /** The bytes of received and coming data. */
  #size = 0
  /** The size at which the next answer is complete. Pieces are joined only then, because joining copies all of them. */
  #wanted = 0

  constructor(url: string) {
    this.#socket = connect(Number(new URL(url).port), '127.0.0.1')
    this.closed = once(this.#socket, 'close')
    this.#socket.on('data', (data: Buffer) => {
      this.#coming.push(data)
      this.#size += data.length
    })
  }

  write(text: string): void {
    this.#socket.write(text)
  }

  /** `isEmpty` means that the head announces a body that does not follow. */
  async answer({ isEmpty = false } = {}): Promise<WireAnswer> {
    let answer = this.#take(isEmpty)
    while (!answer) {
      if (this.#socket.destroyed) throw new Error(`The connection ended after: ${this.rest.slice(0, 1000)}`)
      await Promise.race([once(this.#socket, 'data'), this.closed])
      answer = this.#take(isEmpty)
    }
    return answer
  }

  #take(isEmpty: boolean): WireAnswer | null {
    if (this.#size < this.#wanted) return null
    this.#collect()
    const end = this.#received.indexOf('\r\n\r\n')
    if (end < 0) return null
    const head = this.#received.toString('latin1', 0, end).split('\r\n')
    const from = end + 4
    const to = from + (isEmpty ? 0 : Number(/content-length: (\d+)/i.exec(head.join('\n'))?.[1] ?? 0))
    this.#wanted = to
    if (this.#size < to) return null
    const body = this.#received.toString('utf8', from, to)
    this.#received = this.#received.subarray(to)
    this.#size -= to
    this.#wanted = 0
    return { status: Number(head[0]?.split(' ')[1]), head, body }
  }

  /** Received data that was not returned yet. */
  get rest(): string {
    this.#collect()
    return this.#received.toString('utf8')
  }

  #collect(): void {
    if (this.#coming.length > 0) this.#received = Buffer.concat([this.#received, ...this.#coming.splice(0)])
  }

  /** Stops reading, so that the socket buffers fill up. */
  pause(): void {
    this.#socket.pause()
  }

  resume(): void {
    this.#socket.resume()
  }

  close(): void {
    this.#socket.destroy()
  }
}
