import { ApiError } from '../../api/errors.ts'

/** Runs a few pieces of work at a time and queues a bounded number; more are refused. */
export class Turns {
  readonly #atOnce: number
  readonly #mostWaiting: number
  readonly #waiting: (() => void)[] = []
  #running = 0

  constructor(atOnce: number, mostWaiting: number) {
    this.#atOnce = atOnce
    this.#mostWaiting = mostWaiting
  }

  async run<T>(work: () => Promise<T>): Promise<T> {
    await this.#turn()
    try {
      return await work()
    } finally {
      const next = this.#waiting.shift()
      if (next) next()
      else this.#running -= 1
    }
  }

  async #turn(): Promise<void> {
    if (this.#running < this.#atOnce) {
      this.#running += 1
      return
    }
    if (this.#waiting.length >= this.#mostWaiting)
      throw new ApiError('REQUEST_TIMEOUT', 'The server is busy, try again shortly')
    await new Promise<void>((resolve) => this.#waiting.push(resolve))
  }
}
