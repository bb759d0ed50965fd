import type { Clock } from '../clock.ts'
import { RateWindow, type Usage } from './rate-window.ts'

/** Is told what an attempt used up; throws when that was too much. */
type Counted = (usage: Usage) => void

/** Failed attempts to sign in, counted by account; no address is exempt and no switch turns it off. */
export class PasswordAttempts {
  readonly #failures: RateWindow
  /** The end of the last attempt at each account that is being tried. */
  readonly #turns = new Map<string, Promise<void>>()

  constructor(clock: Clock) {
    this.#failures = new RateWindow(5, 1800, clock)
  }

  /**
   * Whether the password is right; not looked at when too many were wrong. Only wrong ones are `counted`. One attempt
   * after another for each account: what counts is how those before it ended, and right ones at the same time must not
   * be taken for guesses.
   */
  attempt(account: string, isRight: () => Promise<boolean>, counted: Counted): Promise<boolean> {
    const before = this.#turns.get(account) ?? Promise.resolve()
    const attempt = before.then(() => this.#count(account, isRight, counted))
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

  async #count(account: string, isRight: () => Promise<boolean>, counted: Counted): Promise<boolean> {
    const usage = this.#failures.take(account)
    if (!usage.isExceeded && (await isRight())) {
      this.#failures.forget(account)
      return true
    }
    counted(usage)
    return false
  }
}
