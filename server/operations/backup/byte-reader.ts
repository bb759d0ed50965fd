import type { Readable } from 'node:stream'
import type { Gunzip } from 'node:zlib'

/** The file ends before the archive does. */
export class CutShort extends Error {}

/** Reads given numbers of bytes from a compressed file. */
export class ByteReader {
  readonly #source: Readable
  readonly #unpacked: Gunzip
  readonly #chunks: AsyncIterator<Buffer>
  #rest: Buffer = Buffer.alloc(0)

  constructor(source: Readable, unpacked: Gunzip) {
    this.#source = source
    this.#unpacked = unpacked
    source.on('error', (error) => unpacked.destroy(error))
    source.pipe(unpacked)
    this.#chunks = unpacked[Symbol.asyncIterator]() as AsyncIterator<Buffer>
  }

  async exactly(size: number): Promise<Buffer> {
    const parts: Buffer[] = []
    let left = size
    for await (const chunk of this.upTo(() => left)) {
      left -= chunk.length
      parts.push(chunk)
    }
    return Buffer.concat(parts)
  }

  /** Yields chunks until nothing is left. */
  async *upTo(left: () => number): AsyncGenerator<Buffer> {
    while (left() > 0) {
      if (this.#rest.length === 0 && !(await this.#more())) throw new CutShort('the file ends too early')
      const chunk = this.#rest.subarray(0, left())
      this.#rest = this.#rest.subarray(chunk.length)
      yield chunk
    }
  }

  async requireEnd(): Promise<void> {
    if (this.#rest.length > 0 || (await this.#more())) throw new Error('something follows the end')
  }

  close(): void {
    this.#source.destroy()
    this.#unpacked.destroy()
  }

  async #more(): Promise<boolean> {
    try {
      const { value, done } = await this.#chunks.next()
      if (done) return false
      this.#rest = value
      return true
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'Z_BUF_ERROR') throw new CutShort('the file ends too early')
      throw error
    }
  }
}
