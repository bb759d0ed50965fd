import type { WaitLimits } from '../base/turns.ts'

/** Limits for the statements of one pool, in milliseconds. An absent limit means none. */
export interface StatementLimits {
  /** The database ends a statement after this time and reports it. */
  readonly statement?: number
  /** The database ends a statement that waits this long for a lock. */
  readonly lock?: number
  /** The database ends a session whose open transaction is idle for this time, which frees its locks. */
  readonly idle?: number
  /**
   * We close a connection without an answer after this time. It is longer than `statement`, so it applies only to a
   * silent database.
   */
  readonly answer?: number
}

export interface PoolLimits extends StatementLimits {
  readonly connections: number
  /** The wait for a new connection, or for a free one of the pool. */
  readonly connect: number
}

export interface SlowLimits {
  /** Milliseconds after which a read is slow. */
  readonly slow: number
  /** How many milliseconds the caller's next reads wait for it. */
  readonly slowWait: number
  /** How many reads of one caller may wait. */
  readonly waiting: number
}

export interface DatabaseLimits {
  /** Changes. `waiting` and `wait` apply to the lane of each organization. */
  readonly lane: PoolLimits & WaitLimits
  /** Reads of requests. A caller has at most `perCaller` connections at once and `waiting` waiting statements. */
  readonly reads: PoolLimits & WaitLimits & SlowLimits & { readonly perCaller: number }
  /** The server's own statements: other nodes, log positions, queues. */
  readonly upkeep: PoolLimits
  /** Loading an organization into memory. */
  readonly load: PoolLimits
  /** Background work. */
  readonly long: PoolLimits
}

/**
 * `idle` is shorter than `lock`, so that a statement that waits for a paused process gets its lock and is not refused.
 * `answer` is short enough to refuse a send within ten seconds if the database is silent.
 */
const SHORT = { lock: 5_000, idle: 4_000, connect: 5_000 } as const

export const LIMITS: DatabaseLimits = {
  lane: { ...SHORT, connections: 4, statement: 6_000, answer: 7_000, waiting: 1_000, wait: 10_000 },
  reads: {
    ...SHORT,
    ...{ connections: 12, statement: 8_000, answer: 9_000, waiting: 200, wait: 10_000, perCaller: 4 },
    ...{ slow: 200, slowWait: 5_000 },
  },
  upkeep: { ...SHORT, connections: 4, statement: 6_000, answer: 7_000 },
  load: { connections: 2, connect: 10_000, statement: 60_000, lock: 5_000, idle: 30_000, answer: 65_000 },
  long: { connections: 2, connect: 10_000, lock: 5_000, idle: 60_000 },
}
