import type { Clock } from '../../base/clock.ts'

export interface Usage {
  readonly limit: number
  readonly remaining: number
  /** Milliseconds until the window ends and all is forgotten. */
  readonly msLeft: number
  /** The same as wall time. */
  readonly resetsAt: number
  readonly isExceeded: boolean
}

interface Window {
  count: number
  endsAt: number
}

/** Enough for every user of a large server; beyond it, the oldest windows go first, whoever tries to fill it. */
const MAX_KEYS = 100_000

/**
 * So much per so many seconds and key, counted from the first. Ours, because the time must be the context's
 * monotonic one: a library that asks the wall clock locks people out when that jumps back.
 */
export class RateWindow {
  readonly #limit: number
  readonly #length: number
  readonly #clock: Clock
  readonly #windows = new Map<string, Window>()

  constructor(limit: number, seconds: number, clock: Clock) {
    this.#limit = limit
    this.#length = seconds * 1000
    this.#clock = clock
  }

  /** Counts that much, unless less is left. */
  take(key: string, weight = 1): Usage {
    const now = this.#clock.monotonic()
    let window = this.#windows.get(key)
    if (!window || window.endsAt <= now) {
      this.#windows.delete(key)
      this.#makeRoom(now)
      window = { count: 0, endsAt: now + this.#length }
      this.#windows.set(key, window)
    }
    const isExceeded = window.count + weight > this.#limit
    if (!isExceeded) window.count += weight
    return this.#usage(window, now, isExceeded)
  }

  /** What counting one more would say; nothing is counted. */
  look(key: string): Usage {
    const now = this.#clock.monotonic()
    const known = this.#windows.get(key)
    const window = known && known.endsAt > now ? known : { count: 0, endsAt: now + this.#length }
    return this.#usage(window, now, window.count >= this.#limit)
  }

  #usage({ count, endsAt }: Window, now: number, isExceeded: boolean): Usage {
    const msLeft = endsAt - now
    const resetsAt = this.#clock.now() + msLeft
    return { limit: this.#limit, remaining: this.#limit - count, msLeft, resetsAt, isExceeded }
  }

  forget(key: string): void {
    this.#windows.delete(key)
  }

  /** All windows have one length, so the map is in order of their ends. */
  #makeRoom(now: number): void {
    for (const [key, window] of this.#windows) {
      if (window.endsAt > now && this.#windows.size < MAX_KEYS) return
      this.#windows.delete(key)
    }
  }
}
