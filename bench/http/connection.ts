import { connect, type Socket } from 'node:net'

export interface Answer {
  readonly status: number
  readonly body: Buffer
  /** Head and body. */
  readonly bytes: number
}

const HEAD_END = Buffer.from('\r\n\r\n')
const CHUNKED_END = Buffer.from('0\r\n\r\n')

/**
 * A keep-alive connection that has one request under way. The load generator shares two cores with what it measures,
 * so it does as little as possible: no URL objects, no header objects, no streams.
 */
export class Connection {
  readonly #socket: Socket
  #pending: { resolve(answer: Answer): void; reject(error: Error): void } | null = null
  #received: Buffer[] = []
  #size = 0
  #expected = -1
  #bodyAt = 0

  private constructor(socket: Socket) {
    this.#socket = socket
    socket.on('data', (data: Buffer) => this.#onData(data))
    socket.on('error', (error) => this.#fail(error))
    socket.on('close', () => this.#fail(new Error('connection closed')))
  }

  static open(port: number): Promise<Connection> {
    return new Promise((resolve, reject) => {
      const socket = connect({ port, host: '127.0.0.1', noDelay: true })
      socket.once('error', reject)
      socket.once('connect', () => {
        socket.off('error', reject)
        resolve(new Connection(socket))
      })
    })
  }

  get closed(): boolean {
    return this.#socket.destroyed
  }

  send(request: string | Buffer): Promise<Answer> {
    return new Promise((resolve, reject) => {
      if (this.closed) return reject(new Error('connection closed'))
      this.#pending = { resolve, reject }
      this.#socket.write(request)
    })
  }

  close(): void {
    this.#socket.destroy()
  }

  #onData(data: Buffer): void {
    this.#received.push(data)
    this.#size += data.length
    if (this.#expected < 0 && !this.#readHead()) return
    if (this.#expected === Number.POSITIVE_INFINITY ? this.#endsChunked() : this.#size >= this.#expected) this.#finish()
  }

  /** Knows after the head how long the whole answer is; a chunked one says it at its end. */
  #readHead(): boolean {
    const bytes = this.#joined()
    const end = bytes.indexOf(HEAD_END)
    if (end < 0) return false
    const head = bytes.toString('latin1', 0, end)
    this.#bodyAt = end + HEAD_END.length
    const length = /\r\ncontent-length: *(\d+)/i.exec(head)?.[1]
    this.#expected = length === undefined ? Number.POSITIVE_INFINITY : this.#bodyAt + Number(length)
    return true
  }

  #endsChunked(): boolean {
    return this.#joined().subarray(-CHUNKED_END.length).equals(CHUNKED_END)
  }

  #joined(): Buffer {
    if (this.#received.length > 1) this.#received = [Buffer.concat(this.#received)]
    return this.#received[0] as Buffer
  }

  #finish(): void {
    const bytes = this.#joined()
    const chunked = this.#expected === Number.POSITIVE_INFINITY
    const body = bytes.subarray(this.#bodyAt)
    const pending = this.#pending
    this.#received = []
    this.#size = 0
    this.#expected = -1
    this.#pending = null
    const status = Number(bytes.toString('latin1', 9, 12))
    pending?.resolve({ status, body: chunked ? unchunk(body) : body, bytes: bytes.length })
  }

  #fail(error: Error): void {
    const pending = this.#pending
    this.#pending = null
    pending?.reject(error)
  }
}

function unchunk(body: Buffer): Buffer {
  const parts: Buffer[] = []
  for (let at = 0; ; ) {
    const lineEnd = body.indexOf('\r\n', at)
    const length = Number.parseInt(body.toString('latin1', at, lineEnd), 16)
    if (!(length > 0)) return Buffer.concat(parts)
    parts.push(body.subarray(lineEnd + 2, lineEnd + 2 + length))
    at = lineEnd + 2 + length + 2
  }
}
