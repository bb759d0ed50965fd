/** How long the statements of one pool may take, in milliseconds. Absent: as long as they need. */
export interface StatementLimits {
  /** The database ends a statement after this time and says so. */
  readonly statement?: number
  /** The database ends a statement that waits this long for a lock. */
  readonly lock?: number
  /** The database ends a session that holds a transaction open and does nothing: others get its locks. */
  readonly idle?: number
  /** We give up a connection without an answer. Longer than `statement`: only a silent database gets here. */
  readonly answer?: number
}

export interface PoolLimits extends StatementLimits {
  readonly connections: number
  /** For a new connection, or for one of the pool's to be free. */
  readonly connect: number
}

export interface WaitLimits {
  /** So many may wait; further ones are refused at once. */
  readonly waiting: number
  /** Nobody waits longer, in milliseconds. */
  readonly wait: number
}

export interface DatabaseLimits {
  /** Changes: their connections, and those who wait in the lane of one organization. */
  readonly lane: PoolLimits & WaitLimits
  /** What requests read. One caller has at most `perCaller` connections and `waiting` statements that wait for one. */
  readonly reads: PoolLimits & WaitLimits & { readonly perCaller: number }
  /** The server's own questions: other nodes, positions of the log, queues. */
  readonly upkeep: PoolLimits
  /** Reading an organization into memory. */
  readonly load: PoolLimits
  /** Work that nobody waits for. */
  readonly long: PoolLimits
}

/**
 * `idle` is below `lock`: who waits for a process that stands still gets its lock and is not refused. `answer` leaves a
 * send with its time-out below the ten seconds that operators are promised.
 */
const SHORT = { lock: 5_000, idle: 4_000, connect: 5_000 } as const

export const LIMITS: DatabaseLimits = {
  lane: { ...SHORT, connections: 4, statement: 6_000, answer: 7_000, waiting: 1_000, wait: 10_000 },
  reads: { ...SHORT, connections: 12, statement: 8_000, answer: 9_000, waiting: 200, wait: 10_000, perCaller: 4 },
  upkeep: { ...SHORT, connections: 4, statement: 6_000, answer: 7_000 },
  load: { connections: 2, connect: 10_000, statement: 60_000, lock: 5_000, idle: 30_000, answer: 65_000 },
  long: { connections: 2, connect: 10_000, lock: 5_000, idle: 60_000 },
}
