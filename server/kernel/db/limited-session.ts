import type pg from 'pg'
import type { StatementLimits } from './limits.ts'

/**
 * Detects a database that disappears without closing its connections (a lost machine, a router that dropped its state).
 */
export const KEEP_ALIVE = { keepAlive: true, keepAliveInitialDelayMillis: 5_000 } as const

/** A connection with limits that the database enforces, even when this process is stopped. */
export function limitedSession<Config extends pg.ClientConfig>(connection: Config, limits: StatementLimits): Config {
  const { statement, lock, idle, answer } = limits
  return {
    ...KEEP_ALIVE,
    ...(statement === undefined ? {} : { statement_timeout: statement }),
    ...(lock === undefined ? {} : { lock_timeout: lock }),
    ...(idle === undefined ? {} : { idle_in_transaction_session_timeout: idle }),
    ...withOptions(connection, answer === undefined ? PLANS : `${PLANS} ${untilRead(answer)}`),
  }
}

/**
 * By default PostgreSQL plans for turning disks, and reads a whole small table where an index is quicker. Compiling
 * small queries takes longer than running them.
 */
const PLANS = '-c random_page_cost=1.1 -c jit=off'

/**
 * While a client does not read an answer, its transaction keeps its locks, and no statement limit ends it. Over TCP
 * this option does.
 */
const untilRead = (milliseconds: number): string => `-c tcp_user_timeout=${milliseconds}`

/** Options that the operator set in the address are left alone. */
function withOptions<Config extends pg.ClientConfig>(connection: Config, option: string): Config {
  const { connectionString: address } = connection
  if (address === undefined) return { ...connection, options: option }
  if (/[?&]options=/.test(address)) return connection
  const sign = address.includes('?') ? '&' : '?'
  return { ...connection, connectionString: `${address}${sign}options=${encodeURIComponent(option)}` }
}
