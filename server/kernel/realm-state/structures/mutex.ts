/** Runs one piece of work at a time, in order of arrival. */
export class Mutex {
  #tail: Promise<unknown> = Promise.resolve()
  #unfinished = 0

  /** True if nothing runs or waits. The caller may then do synchronous work without the mutex. */
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
