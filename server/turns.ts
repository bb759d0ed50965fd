import { ApiError } from '../api/errors.ts'

/** How many may wait for the same turn, and for how long. */
export interface Patience {
  readonly most: number
  readonly milliseconds: number
}

interface Waiting {
  readonly start: () => void
}

/** One at a time for each key, in order of arrival. Who cannot wait is refused with 503. */
export class Turns {
  readonly #patience: Patience
  /** Those who wait behind the one at work, for each key that has one. */
  readonly #waiting = new Map<string, Set<Waiting>>()

  constructor(patience: Patience) {
    this.#patience = patience
  }

  async take<T>(key: string, work: () => Promise<T>): Promise<T> {
    const waiting = this.#begin(key)
    if (waiting) await waiting
    try {
      return await work()
    } finally {
      this.#end(key)
    }
  }

  #begin(key: string): Promise<void> | undefined {
    const queue = this.#waiting.get(key)
    if (!queue) {
      this.#waiting.set(key, new Set())
      return undefined
    }
    if (queue.size >= this.#patience.most) throw busy()
    return new Promise((resolve, reject) => {
      const waiting = {
        start: () => {
          clearTimeout(timer)
          resolve()
        },
      }
      const giveUp = () => {
        queue.delete(waiting)
        reject(busy())
      }
      const timer = setTimeout(giveUp, this.#patience.milliseconds)
      queue.add(waiting)
    })
  }

  #end(key: string): void {
    const queue = this.#waiting.get(key)!
    const [next] = queue
    if (!next) {
      this.#waiting.delete(key)
      return
    }
    queue.delete(next)
    next.start()
  }
}

const busy = () => new ApiError('SERVER_NOT_READY', 'Too many requests like this one are under way, try again shortly')
