import { ApiError } from '../../api/errors.ts'
import type { Clock } from '../clock.ts'
import type { Usage } from './rate-window.ts'

/** Name and value in turn, as node takes them. */
export type Headers = readonly string[]

export function limitHeaders({ limit, remaining, msLeft }: Usage, clock: Clock): Headers {
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
