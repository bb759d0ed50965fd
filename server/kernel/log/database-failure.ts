import pg from 'pg'
import { Busy, DatabaseSilent } from '../base/busy.ts'

/**
 * True if the database reported an error, so the statement was rolled back. After any other error, such as a lost
 * connection, the outcome is unknown.
 */
export function isDefiniteFailure(error: unknown): boolean {
  if (!(error instanceof pg.DatabaseError)) return false
  // 08: connection errors. 57P0x: the server shut down or crashed during the statement.
  return !/^(08|57P)/.test(error.code ?? '')
}

const AWAY_CODES = new Set([
  ...['57P01', '57P02', '57P03', '53300'],
  ...['ECONNREFUSED', 'ECONNRESET', 'ENOENT', 'EPIPE', 'ETIMEDOUT', 'EHOSTUNREACH', 'ENETUNREACH'],
  ...['ENOTFOUND', 'EAI_AGAIN'],
])
const AWAY_TEXTS = [
  'timeout exceeded when trying to connect',
  'timeout expired',
  'Connection terminated',
  'Query read timeout',
  'Client has encountered a connection error',
]

/** True if the database cannot be reached or has no free connection. The request is valid and may be repeated. */
export function isDatabaseAway(error: unknown): boolean {
  for (let cause: unknown = error; cause instanceof Error; cause = cause.cause) {
    if (cause instanceof DatabaseSilent) return true
    const code = (cause as NodeJS.ErrnoException).code ?? ''
    const isNetwork = code !== 'ENOENT' || (cause as NodeJS.ErrnoException).syscall === 'connect'
    if ((AWAY_CODES.has(code) && isNetwork) || /^08...$/.test(code)) return true
    if (AWAY_TEXTS.some((text) => (cause as Error).message.includes(text))) return true
  }
  return false
}

const OVERDUE_CODES = new Set([
  // A statement took too long or waited too long for a lock.
  ...['57014', '55P03'],
  // A transaction was idle for too long, or took too long.
  ...['25P03', '25P04'],
])
const OVERDUE_TEXTS = [
  'timeout exceeded when trying to connect',
  'Connection terminated due to connection timeout',
  'timeout expired',
  'Query read timeout',
]

/** True if a time limit has passed: the database is slow or silent, or a lock is held. */
export function isOverdue(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const { code = '' } = error as NodeJS.ErrnoException
  const isLate = error instanceof DatabaseSilent || OVERDUE_CODES.has(code)
  return isLate || OVERDUE_TEXTS.some((text) => error.message.includes(text))
}

/** True if the database did not answer at all. */
export const isSilence = (error: unknown): boolean => isOverdue(error) && isDatabaseAway(error)

/** True if the request is valid and the client may repeat it. */
export const mayComeAgain = (error: unknown): boolean =>
  error instanceof Busy || isOverdue(error) || isDatabaseAway(error)
