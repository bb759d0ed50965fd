/** One at a time, in order of arrival. */
export class Mutex {
  #tail: Promise<unknown> = Promise.resolve()
  #unfinished = 0

  /** Whoever has nothing to wait for may do at once what takes no time. */
  get isFree(): boolean {
    return this.#unfinished === 0
  }

  run<T>(work: () => Promise<T> | T): Promise<T> {
    const result = this.#tail.then(work)
    const finished = () => {
      this.#unfinished -= 1
    }
    this.#unfinished += 1
    this.#tail = result.then(finished, finished)
    return result
  }
}
