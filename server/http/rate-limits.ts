import type { Clock } from '../clock.ts'
import { type ClientAddress, limitKey } from './client-address.ts'
import { PasswordAttempts } from './password-attempts.ts'
import { type Headers, limitHeaders, RateLimitError } from './rate-limit-error.ts'
import { RateWindow } from './rate-window.ts'

export interface RateLimits {
  /** Counts a request of an account, or of an address without one; the headers that tell the client. */
  countUser(userId: number, address: ClientAddress): Headers
  countVisitor(address: ClientAddress): Headers
  readonly passwordAttempts: PasswordAttempts
}

const NONE: Headers = []

export function createRateLimits(clock: Clock, isOn: boolean): RateLimits {
  const users = new RateWindow(200, 60, clock)
  const addresses = new RateWindow(100, 60, clock)

  const count = (window: RateWindow, key: string, address: ClientAddress): Headers => {
    if (!isOn || address.isLoopback) return NONE
    const usage = window.take(key)
    if (usage.isExceeded) throw new RateLimitError(usage, clock)
    return limitHeaders(usage, clock)
  }

  return {
    countUser: (userId, address) => count(users, `${userId}`, address),
    countVisitor: (address) => count(addresses, limitKey(address.ip), address),
    passwordAttempts: new PasswordAttempts(clock),
  }
}
