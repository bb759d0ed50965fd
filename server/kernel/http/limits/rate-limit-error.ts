import { ApiError, TooOften } from '../../../../api/errors.ts'
import type { Usage } from './rate-window.ts'

/** Alternating names and values, as node accepts them. */
export type Headers = readonly string[]

/** The part of the usage that is reported to clients. */
export type RemainingLimit = Pick<Usage, 'limit' | 'remaining' | 'resetsAt'>

/** The strictest value of each field. A client that respects these respects all rules. */
export const strictest = (one: RemainingLimit, other: RemainingLimit): RemainingLimit => ({
  limit: Math.min(one.limit, other.limit),
  remaining: Math.min(one.remaining, other.remaining),
  resetsAt: Math.max(one.resetsAt, other.resetsAt),
})

export function limitHeaders({ limit, remaining, resetsAt }: RemainingLimit): Headers {
  const reset = Math.ceil(resetsAt / 1000)
  return ['X-RateLimit-Limit', `${limit}`, 'X-RateLimit-Remaining', `${remaining}`, 'X-RateLimit-Reset', `${reset}`]
}

/** The headers of a refusal by the limit of a feature. The request may have been counted by another one too. */
export function ownLimitHeaders(error: unknown, told: RemainingLimit | null): Headers | undefined {
  if (!(error instanceof TooOften)) return undefined
  const own = { limit: error.limit, remaining: 0, resetsAt: error.resetsAt * 1000 }
  return limitHeaders(told ? strictest(told, own) : own)
}

/** A refusal that contains the time to wait. The usual rate limit headers are added separately. */
export class RateLimitError extends ApiError {
  constructor({ msLeft }: Pick<Usage, 'msLeft'>) {
    super('RATE_LIMIT_HIT', 'API usage exceeded rate limit', { data: { 'retry-after': msLeft / 1000 } })
  }
}
