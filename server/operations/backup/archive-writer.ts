import { createHash } from 'node:crypto'
import { TAR_END, tarHeader, tarPadding } from '../exports/tar.ts'
import { END_ENTRY, type End } from './format.ts'

/** Writes the entries of a backup as a tar archive, whose last entry has the digest of everything before it. */
export class ArchiveWriter {
  readonly #time: number
  readonly #hash = createHash('sha256')
  #entries = 0
  bytes = 0

  constructor(time: number) {
    this.#time = time
  }

  *bytesEntry(name: string, content: Buffer): Generator<Buffer> {
    this.#entries += 1
    yield this.#counted(tarHeader(name, content.length, this.#time))
    yield this.#counted(content)
    yield this.#counted(tarPadding(content.length))
  }

  json(name: string, value: unknown): Generator<Buffer> {
    return this.bytesEntry(name, Buffer.from(JSON.stringify(value)))
  }

  async *stream(name: string, size: number, content: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
    this.#entries += 1
    yield this.#counted(tarHeader(name, size, this.#time))
    let left = size
    for await (const chunk of content) {
      left -= chunk.length
      yield this.#counted(chunk)
    }
    if (left !== 0) throw new Error(`${name} has ${size - left} bytes instead of ${size}`)
    yield this.#counted(tarPadding(size))
  }

  *end(): Generator<Buffer> {
    const end: End = { entries: this.#entries, sha256: this.#hash.copy().digest('hex') }
    yield* this.json(END_ENTRY, end)
    yield TAR_END
  }

  #counted(chunk: Buffer): Buffer {
    this.#hash.update(chunk)
    this.bytes += chunk.length
    return chunk
  }
}
