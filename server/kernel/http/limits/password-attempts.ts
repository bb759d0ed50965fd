import type { Clock } from '../../base/clock.ts'
import { Turns } from '../../base/turns.ts'
import { RateWindow, type Usage } from './rate-window.ts'

/** Receives the usage of each rule after an attempt. Throws if a limit is exceeded. */
type UsageListener = (usages: readonly Usage[]) => void

const HALF_AN_HOUR = 1800

/** The account and the client's address, in the form that limits count. */
export interface Attempt {
  readonly account: string
  readonly address: string
}

/**
 * Limits failed sign-in attempts: few from one address, so that an attacker locks out only their own address, and more
 * from all addresses together. No address is exempt, and no setting turns it off.
 */
export class PasswordAttempts {
  readonly #fromAddress: RateWindow
  readonly #fromAnywhere: RateWindow
  /**
   * Attempts for one account run one after another. Each depends on the result of the previous ones, and simultaneous
   * correct attempts must not count as guesses.
   */
  readonly #turns = new Turns<string>({ turns: Number.POSITIVE_INFINITY, perCaller: 1, waiting: 50, wait: 10_000 })

  constructor(clock: Clock) {
    this.#fromAddress = new RateWindow(5, HALF_AN_HOUR, clock)
    this.#fromAnywhere = new RateWindow(50, HALF_AN_HOUR, clock)
  }

  /**
   * Returns whether the password is right. The password is not checked after too many failures. Only failures are
   * counted.
   */
  attempt({ account, address }: Attempt, isRight: () => Promise<boolean>, counted: UsageListener): Promise<boolean> {
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
