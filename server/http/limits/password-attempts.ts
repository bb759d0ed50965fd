import type { Clock } from '../../base/clock.ts'
import { Turns } from '../../base/turns.ts'
import { RateWindow, type Usage } from './rate-window.ts'

/** Receives what each rule says of an attempt; throws when that was too much. */
type Counted = (usages: readonly Usage[]) => void

const HALF_AN_HOUR = 1800

/** An account that is tried, and from where: the address as limits count it. */
export interface Attempt {
  readonly account: string
  readonly address: string
}

/**
 * Failed attempts to sign in: few from one address, so that a guesser locks out only himself, and more from all of them
 * together. No address is exempt and no switch turns it off.
 */
export class PasswordAttempts {
  readonly #fromAddress: RateWindow
  readonly #fromAnywhere: RateWindow
  /**
   * One attempt after another for each account: what counts is how those before it ended, and right ones at the same
   * time must not be taken for guesses.
   */
  readonly #turns = new Turns<string>({ turns: Number.POSITIVE_INFINITY, perCaller: 1, waiting: 50, wait: 10_000 })

  constructor(clock: Clock) {
    this.#fromAddress = new RateWindow(5, HALF_AN_HOUR, clock)
    this.#fromAnywhere = new RateWindow(50, HALF_AN_HOUR, clock)
  }

  /** Whether the password is right; not looked at when too many were wrong. Only wrong ones are `counted`. */
  attempt({ account, address }: Attempt, isRight: () => Promise<boolean>, counted: Counted): Promise<boolean> {
    const rules = [
      { window: this.#fromAnywhere, key: account },
      { window: this.#fromAddress, key: `${account} ${address}` },
    ]
    return this.#turns.take(account, async () => {
      const before = rules.map(({ window, key }) => window.look(key))
      if (before.some((usage) => usage.isExceeded)) counted(before)
      else if (await isRight()) {
        for (const { window, key } of rules) window.forget(key)
        return true
      } else counted(rules.map(({ window, key }) => window.take(key)))
      return false
    })
  }
}
