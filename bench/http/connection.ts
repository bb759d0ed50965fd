import { connect, type Socket } from 'node:net'

export interface Answer {
  readonly status: number
  readonly body: Buffer
  /** Head and body. */
  readonly bytes: number
}

type Take = (answer: Answer) => void

const HEAD_END = Buffer.from('\r\n\r\n')
const LENGTH = Buffer.from('\r\nContent-Length: ')
const CHUNKED_END = Buffer.from('0\r\n\r\n')
const STATUS_AT = 9
const ZERO = 48

/**
 * All connections read into this buffer, one after the other, because a buffer for each read is most of the cost of
 * reading.
 */
const READ = Buffer.allocUnsafeSlow(65_536)

/**
 * A keep-alive connection with one request at a time. The load generator shares two cores with the server, so it does
 * as little as possible: no URL objects, no header objects, no streams, and promises only if needed.
 */
export class Connection {
  readonly #socket: Socket
  #take: Take | null = null
  #fail: (error: Error) => void = () => {}
  #pieces: Buffer[] = []
  #size = 0
  #expected = 0
  #bodyAt = 0
  #isChunked = false

  private constructor(port: number) {
    const callback = (bytes: number): boolean => {
      this.#onData(bytes)
      return true
    }
    this.#socket = connect({ port, host: '127.0.0.1', noDelay: true, onread: { buffer: READ, callback } })
    this.#socket.on('error', (error) => this.#end(error))
    this.#socket.on('close', () => this.#end(new Error('connection closed')))
  }

  static open(port: number): Promise<Connection> {
    return new Promise((resolve, reject) => {
      const connection = new Connection(port)
      connection.#fail = reject
      connection.#socket.once('connect', () => resolve(connection))
    })
  }

  get closed(): boolean {
    return this.#socket.destroyed
  }

  send(request: string | Buffer): Promise<Answer> {
    return new Promise((resolve, reject) => this.ask(request, resolve, reject))
  }

  /** The same with callbacks, for ten thousand requests at once. */
  ask(request: string | Buffer, take: Take, fail: (error: Error) => void): void {
    if (this.closed) {
      fail(new Error('connection closed'))
      return
    }
    this.#take = take
    this.#fail = fail
    this.#socket.write(request)
  }

  close(): void {
    this.#socket.destroy()
  }

  #onData(bytes: number): void {
    const piece = READ.subarray(0, bytes)
    this.#size += bytes
    if (this.#pieces.length === 0 && this.#isWhole(piece)) this.#finish(piece)
    else {
      this.#pieces.push(Buffer.from(piece))
      if (this.#pieces.length > 1 && this.#size >= this.#expected && this.#isWhole(this.#joined()))
        this.#finish(this.#joined())
    }
  }

  #isWhole(bytes: Buffer): boolean {
    if (this.#bodyAt === 0) this.#readHead(bytes)
    if (this.#bodyAt === 0) return false
    return this.#isChunked ? endsChunked(bytes) : bytes.length >= this.#expected
  }

  #joined(): Buffer {
    if (this.#pieces.length > 1) this.#pieces = [Buffer.concat(this.#pieces)]
    return this.#pieces[0] as Buffer
  }

  /** Reads the length of the answer from the head. A chunked answer is complete at its last chunk. */
  #readHead(bytes: Buffer): void {
    const end = bytes.indexOf(HEAD_END)
    if (end < 0) return
    const length = bytes.indexOf(LENGTH)
    this.#bodyAt = end + HEAD_END.length
    this.#isChunked = length < 0 || length > end
    this.#expected = this.#isChunked ? 0 : this.#bodyAt + numberAt(bytes, length + LENGTH.length)
  }

  #finish(bytes: Buffer): void {
    const rest = bytes.subarray(this.#bodyAt)
    const body = this.#isChunked ? unchunk(rest) : Buffer.from(rest)
    const take = this.#take
    this.#pieces = []
    this.#size = 0
    this.#expected = 0
    this.#bodyAt = 0
    this.#take = null
    take?.({ status: numberAt(bytes, STATUS_AT), body, bytes: bytes.length })
  }

  #end(error: Error): void {
    const fail = this.#fail
    this.#take = null
    this.#fail = () => {}
    fail(error)
  }
}

function numberAt(bytes: Buffer, at: number): number {
  let value = 0
  for (let i = at; ; i += 1) {
    const digit = (bytes[i] ?? 0) - ZERO
    if (digit < 0 || digit > 9) return value
    value = value * 10 + digit
  }
}

const endsChunked = (bytes: Buffer): boolean => bytes.subarray(-CHUNKED_END.length).equals(CHUNKED_END)

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
