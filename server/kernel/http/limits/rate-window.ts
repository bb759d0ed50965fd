import type { Clock } from '../../base/clock.ts'

export interface Usage {
  readonly limit: number
  readonly remaining: number
  /** Milliseconds until the window ends and the count restarts. */
  readonly msLeft: number
  /** The same as a wall-clock time. */
  readonly resetsAt: number
  readonly isExceeded: boolean
}

interface Window {
  count: number
  endsAt: number
}

/** Enough for every user of a large server. Above it, the oldest windows are dropped first. */
const MAX_KEYS = 100_000

/**
 * Limits a weight per key and window of seconds, counted from the first request. This is our own code because it must
 * use the monotonic clock: a library that uses the wall clock locks people out when that clock is set back.
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

  /** Counts the weight, unless less is left. */
  take(key: string, weight = 1): Usage {
    const now = this.#clock.monotonic()
    const window = this.#windowOf(key, now)
    const isExceeded = window.count + weight > this.#limit
    if (!isExceeded) window.count += weight
    return this.#usage(window, now, isExceeded)
  }

  /** Counts the weight of something that has happened already, up to the limit. */
  add(key: string, weight: number): void {
    const window = this.#windowOf(key, this.#clock.monotonic())
    window.count = Math.min(this.#limit, window.count + weight)
  }

  #windowOf(key: string, now: number): Window {
    let window = this.#windows.get(key)
    if (!window || window.endsAt <= now) {
      this.#windows.delete(key)
      this.#makeRoom(now)
      window = { count: 0, endsAt: now + this.#length }
      this.#windows.set(key, window)
    }
    return window
  }

  /** The usage that one more request would have, without counting it. */
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

  /** All windows have the same length, so the map is ordered by their ends. */
  #makeRoom(now: number): void {
    for (const [key, window] of this.#windows) {
      if (window.endsAt > now && this.#windows.size < MAX_KEYS) return
      this.#windows.delete(key)
    }
  }
}
