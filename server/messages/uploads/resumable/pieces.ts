/** Cuts a body that arrives into pieces. Whatever arrived before the client disconnected is the last piece. */
export class Pieces {
  readonly #source: AsyncIterator<Buffer>
  #next: Buffer | undefined

  constructor(source: AsyncIterable<Buffer>) {
    this.#source = source[Symbol.asyncIterator]()
  }

  /** Waits for the next bytes. */
  async hasMore(): Promise<boolean> {
    while (this.#next === undefined || this.#next.length === 0) {
      const { value, done } = await this.#read()
      if (done) return false
      this.#next = value
    }
    return true
  }

  async *take(mostBytes: number): AsyncGenerator<Buffer> {
    for (let left = mostBytes; left > 0 && (await this.hasMore()); ) {
      const chunk = this.#next!.subarray(0, left)
      this.#next = this.#next!.subarray(chunk.length)
      left -= chunk.length
      yield chunk
    }
  }

  async #read(): Promise<IteratorResult<Buffer, undefined>> {
    try {
      return await this.#source.next()
    } catch {
      return { value: undefined, done: true }
    }
  }
}
