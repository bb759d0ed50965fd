import { CompiledQuery, type QueryExecutorProvider } from 'kysely'
import type { LogRow, StoredLogRow } from './log-row.ts'

/**
 * Reads rows of the log through a given connection. Whoever holds one already must use it: to wait for another while
 * others wait for us would exhaust the pool.
 */
export type ReadLog = (text: string, values: readonly unknown[]) => Promise<StoredLogRow[]>

export const readThrough =
  (db: QueryExecutorProvider): ReadLog =>
  async (text, values) => {
    const executor = db.getExecutor()
    const { rows } = await executor.executeQuery<StoredLogRow>(CompiledQuery.raw(text, [...values]))
    return rows
  }

/** Whoever keeps memory at a position of the log. */
export interface Follower {
  readonly realmId: number
  /** The last row that memory contains. */
  readonly seq: number
  /** Rows this process has just committed, in order. Undefined when memory has taken them in at once. */
  applied(rows: readonly LogRow[]): Promise<void> | undefined
  /** Reads what other processes committed since. */
  catchUp(read?: ReadLog): Promise<void>
}
