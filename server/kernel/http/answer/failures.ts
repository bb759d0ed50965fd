import type { ServerResponse } from 'node:http'
import { ApiError, type ErrorCode } from '../../../../api/errors.ts'
import { Busy } from '../../base/busy.ts'
import { isDiskFull } from '../../base/startup-refusal.ts'
import { mayComeAgain } from '../../log/database-failure.ts'
import { RateLimitError } from '../limits/rate-limit-error.ts'
import { answerError, answerJson, type Challenge } from './answer.ts'
import { tooLarge, UnreadRefusal } from './unread-refusal.ts'

/** Errors of the web framework contain their own 4xx status. */
function frameworkRefusal(error: unknown): UnreadRefusal | null {
  const { statusCode, code } = error as { statusCode?: unknown; code?: unknown }
  const isOurs = typeof code === 'string' && code.startsWith('FST_')
  if (!isOurs || typeof statusCode !== 'number' || statusCode < 400 || statusCode >= 500) return null
  return statusCode === 413 ? tooLarge() : new UnreadRefusal(statusCode, (error as Error).message)
}

export interface Failure {
  requestId: string
  headers: readonly string[]
  /** How a caller who is not signed in could be. */
  challenge?: Challenge
  /** Includes the cause in the answer. Only for tests. */
  strict: boolean
  report(error: unknown): void
}

/** Seconds after which a client may try again. */
export const RETRY_SECONDS = '2'
const RETRY_LATER = ['Retry-After', RETRY_SECONDS]

/** How long a client has to wait. Features have limits of their own, such as that of new addresses. */
function waitOf({ status, data }: ApiError): readonly string[] {
  const { 'retry-after': seconds } = data
  if (typeof seconds === 'number') return ['Retry-After', `${Math.ceil(seconds)}`]
  return status === 503 ? RETRY_LATER : []
}

/** Milliseconds. A read that holds others up ends by then, because the database ends long statements. */
const SLOW_READ_LEFT = 5_000

export function answerFailure(response: ServerResponse, cause: unknown, failure: Failure): void {
  const isSlow = cause instanceof Busy && cause.why === 'slow'
  const error = isSlow ? new RateLimitError({ msLeft: SLOW_READ_LEFT }) : cause
  const request = { request_id: failure.requestId }
  const headers = [...failure.headers, 'X-Request-Id', failure.requestId]
  const refusal = error instanceof UnreadRefusal ? error : frameworkRefusal(error)
  if (refusal) {
    answerError(response, [...failure.headers, 'Connection', 'close'], refusal)
    return
  }
  if (error instanceof ApiError) {
    const isOurFault = error.status >= 500
    const sent = [...(isOurFault ? headers : failure.headers), ...waitOf(error)]
    answerError(response, sent, error, isOurFault ? request : {}, failure.challenge)
    return
  }
  // For a plain refusal the request's own log line is enough.
  if (!(error instanceof Busy)) failure.report(error)
  if (mayComeAgain(error)) {
    const code = error instanceof Busy && error.why === 'full' ? 'SERVER_NOT_READY' : 'REQUEST_TIMEOUT'
    const body = { result: 'error', msg: 'The server is busy, try again shortly', code, ...request }
    answerJson(response, 503, [...headers, ...RETRY_LATER], body)
    return
  }
  const code = 'INTERNAL_SERVER_ERROR' satisfies ErrorCode
  if (isDiskFull(error)) {
    answerJson(response, 507, headers, { result: 'error', msg: 'The server has no disk space left', code, ...request })
    return
  }
  const detail = failure.strict ? { detail: error instanceof Error ? error.message : String(error) } : {}
  answerJson(response, 500, headers, { result: 'error', msg: 'Internal server error', code, ...request, ...detail })
}
