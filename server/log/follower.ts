import type pg from 'pg'
import type { LogRow } from './log-row.ts'

/** Whoever keeps memory at a position of the log. */
export interface Follower {
  readonly realmId: number
  /** The last row that memory contains. */
  readonly seq: number
  /** Rows this process has just committed, in order. */
  applied(rows: readonly LogRow[]): Promise<void>
  /** Reads what other processes committed since. Inside a transaction that holds the lane: through its own connection. */
  catchUp(client?: pg.ClientBase): Promise<void>
}
