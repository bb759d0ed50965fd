import type { Clock } from '../../kernel/base/clock.ts'

/** A value of another server, which is fetched when it is needed and cached for some time. Callers share one request. */
export class CachedValue<T> {
  readonly #clock: Clock
  readonly #milliseconds: number
  readonly #fetch: () => Promise<T>
  #last: { readonly value: Promise<T>; readonly at: number } | null = null

  constructor(clock: Clock, milliseconds: number, fetch: () => Promise<T>) {
    this.#clock = clock
    this.#milliseconds = milliseconds
    this.#fetch = fetch
  }

  get(): Promise<T> {
    return this.newer(this.#milliseconds)
  }

  /** Returns a value that was fetched less than `milliseconds` ago. */
  newer(milliseconds: number): Promise<T> {
    const now = this.#clock.monotonic()
    if (this.#last && now - this.#last.at < milliseconds) return this.#last.value
    const last = { value: this.#fetch(), at: now }
    this.#last = last
    // A failure is not cached.
    last.value.catch(() => {
      if (this.#last === last) this.#last = null
    })
    return last.value
  }
}
