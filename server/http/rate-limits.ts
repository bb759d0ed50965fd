import { ApiError } from '../../api/errors.ts'
import type { Clock } from '../clock.ts'
import { type ClientAddress, limitKey } from './client-address.ts'
import { RateWindow, type Usage } from './rate-window.ts'

/** Failed attempts to sign in, counted by name; no address is exempt and no switch turns it off. */
export interface PasswordAttempts {
  /** Before the password is looked at, so that attempts at the same time count as well. Throws when there were too many. */
  begin(realmId: number, username: string): void
  /** The password was right: forget the attempts. */
  succeed(realmId: number, username: string): void
}

/** Name and value in turn, as node takes them. */
export type Headers = readonly string[]

export interface RateLimits {
  /** Counts a request of an account, or of an address without one; the headers that tell the client. */
  countUser(userId: number, address: ClientAddress): Headers
  countVisitor(address: ClientAddress): Headers
  readonly passwordAttempts: PasswordAttempts
}

const NONE: Headers = []

function limitHeaders({ limit, remaining, msLeft }: Usage, clock: Clock): Headers {
  const reset = Math.ceil((clock.now() + msLeft) / 1000)
  return ['X-RateLimit-Limit', `${limit}`, 'X-RateLimit-Remaining', `${remaining}`, 'X-RateLimit-Reset', `${reset}`]
}

/** The refusal carries its headers, because the answer to a refused request has them too. */
export class RateLimitError extends ApiError {
  readonly headers: Headers

  constructor(usage: Usage, clock: Clock) {
    const seconds = usage.msLeft / 1000
    super('RATE_LIMIT_HIT', 'API usage exceeded rate limit', { data: { 'retry-after': seconds } })
    this.headers = [...limitHeaders(usage, clock), 'Retry-After', `${Math.ceil(seconds)}`]
  }
}

export function createRateLimits(clock: Clock, isOn: boolean): RateLimits {
  const users = new RateWindow(200, 60, clock)
  const addresses = new RateWindow(100, 60, clock)
  const passwords = new RateWindow(5, 1800, clock)

  const count = (window: RateWindow, key: string, address: ClientAddress): Headers => {
    if (!isOn || address.isLoopback) return NONE
    const usage = window.take(key)
    if (usage.isExceeded) throw new RateLimitError(usage, clock)
    return limitHeaders(usage, clock)
  }
  const account = (realmId: number, username: string) => `${realmId}:${username.trim().toLowerCase()}`

  return {
    countUser: (userId, address) => count(users, `${userId}`, address),
    countVisitor: (address) => count(addresses, limitKey(address.ip), address),
    passwordAttempts: {
      begin(realmId, username) {
        const usage = passwords.take(account(realmId, username))
        if (usage.isExceeded) throw new RateLimitError(usage, clock)
      },
      succeed: (realmId, username) => passwords.forget(account(realmId, username)),
    },
  }
}
