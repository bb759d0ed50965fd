import { ApiError } from '../../../api/errors.ts'
import type { Usage } from './rate-window.ts'

/** Name and value in turn, as node takes them. */
export type Headers = readonly string[]

/** What a client is told of the rules that counted its request. */
export type Told = Pick<Usage, 'limit' | 'remaining' | 'resetsAt'>

/** Of several rules the strictest, number by number: whoever keeps to these keeps to all of them. */
export const strictest = (one: Told, other: Told): Told => ({
  limit: Math.min(one.limit, other.limit),
  remaining: Math.min(one.remaining, other.remaining),
  resetsAt: Math.max(one.resetsAt, other.resetsAt),
})

export function limitHeaders({ limit, remaining, resetsAt }: Told): Headers {
  const reset = Math.ceil(resetsAt / 1000)
  return ['X-RateLimit-Limit', `${limit}`, 'X-RateLimit-Remaining', `${remaining}`, 'X-RateLimit-Reset', `${reset}`]
}

/** The refusal says when to come back; the rules are told as in every answer to a request that was counted. */
export class RateLimitError extends ApiError {
  readonly headers: Headers

  constructor({ msLeft }: Pick<Usage, 'msLeft'>) {
    const seconds = msLeft / 1000
    super('RATE_LIMIT_HIT', 'API usage exceeded rate limit', { data: { 'retry-after': seconds } })
    this.headers = ['Retry-After', `${Math.ceil(seconds)}`]
  }
}
