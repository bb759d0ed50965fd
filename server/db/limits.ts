import type { WaitLimits } from '../base/turns.ts'

/** How long the statements of one pool may take, in milliseconds. Absent: as long as they need. */
export interface StatementLimits {
  /** The database ends a statement after this time and says so. */
  readonly statement?: number
  /** The database ends a statement that waits this long for a lock. */
  readonly lock?: number
  /** The database ends a session whose open transaction is idle for this time, and so frees its locks. */
  readonly idle?: number
  /** We give up a connection without an answer after this time. Longer than `statement`, so only a silent database gets here. */
  readonly answer?: number
}

export interface PoolLimits extends StatementLimits {
  readonly connections: number
  /** Wait for a new connection, or for a free one of the pool. */
  readonly connect: number
}

export interface DatabaseLimits {
  /** Changes. `waiting` and `wait` hold for the lane of each organization. */
  readonly lane: PoolLimits & WaitLimits
  /** Reads of requests. A caller has at most `perCaller` connections at once, and `waiting` statements that wait for one. */
  readonly reads: PoolLimits & WaitLimits & { readonly perCaller: number }
  /** The server's own statements: other nodes, positions of the log, queues. */
  readonly upkeep: PoolLimits
  /** Reading an organization into memory. */
  readonly load: PoolLimits
  /** Background work. */
  readonly long: PoolLimits
}

/**
 * `idle` is shorter than `lock`: a statement that waits for a frozen process gets its lock instead of a refusal. `answer`
 * is short enough that a send into a silent database is refused within ten seconds.
 */
const SHORT = { lock: 5_000, idle: 4_000, connect: 5_000 } as const

export const LIMITS: DatabaseLimits = {
  lane: { ...SHORT, connections: 4, statement: 6_000, answer: 7_000, waiting: 1_000, wait: 10_000 },
  reads: { ...SHORT, connections: 12, statement: 8_000, answer: 9_000, waiting: 200, wait: 10_000, perCaller: 4 },
  upkeep: { ...SHORT, connections: 4, statement: 6_000, answer: 7_000 },
  load: { connections: 2, connect: 10_000, statement: 60_000, lock: 5_000, idle: 30_000, answer: 65_000 },
  long: { connections: 2, connect: 10_000, lock: 5_000, idle: 60_000 },
}
