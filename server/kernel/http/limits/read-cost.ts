import type { ClientAddress } from '../request/client-address.ts'
import type { RateLimits } from './rate-limits.ts'

/** Milliseconds of the database's time that weigh as much as one ordinary request. */
const UNIT = 200

/**
 * Counts the time for which a request used the database. It is known only afterwards, so the next request of the caller
 * is the first to notice.
 */
export function readCost(limits: RateLimits, userId: number | null, address: ClientAddress): (ms: number) => void {
  let used = 0
  let counted = 0
  return (milliseconds) => {
    used += milliseconds
    const weight = Math.floor(used / UNIT) - counted
    if (weight === 0) return
    counted += weight
    limits.addCost(userId, address, weight)
  }
}
