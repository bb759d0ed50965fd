import type { Clock } from '../clock.ts'
import { RateLimitError } from './rate-limit-error.ts'
import { RateWindow } from './rate-window.ts'

/** Failed attempts to sign in, counted by account; no address is exempt and no switch turns it off. */
export class PasswordAttempts {
  readonly #clock: Clock
  readonly #failures: RateWindow
  /** The end of the last attempt at each account that is being tried. */
  readonly #turns = new Map<string, Promise<void>>()

  constructor(clock: Clock) {
    this.#clock = clock
    this.#failures = new RateWindow(5, 1800, clock)
  }

  /**
   * Whether the password is right; throws when too many were wrong. One attempt after another for each account: what
   * counts is how those before it ended, and right ones at the same time must not be taken for guesses.
   */
  attempt(account: string, isRight: () => Promise<boolean>): Promise<boolean> {
    const before = this.#turns.get(account) ?? Promise.resolve()
    const attempt = before.then(() => this.#count(account, isRight))
    const end = attempt.then(
      () => {},
      () => {},
    )
    this.#turns.set(account, end)
    end.then(() => {
      if (this.#turns.get(account) === end) this.#turns.delete(account)
    })
    return attempt
  }

  async #count(account: string, isRight: () => Promise<boolean>): Promise<boolean> {
    const usage = this.#failures.take(account)
    if (usage.isExceeded) throw new RateLimitError(usage, this.#clock)
    const right = await isRight()
    if (right) this.#failures.forget(account)
    return right
  }
}
