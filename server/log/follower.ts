import { CompiledQuery, type QueryExecutorProvider } from 'kysely'
import type { LogRow } from './log-row.ts'

/**
 * Reads the log through a given connection. Whoever holds one already must use it: to wait for another while
 * others wait for us would exhaust the pool.
 */
export type ReadLog = <Row>(text: string, values: readonly unknown[]) => Promise<Row[]>

export const readThrough =
  (db: QueryExecutorProvider): ReadLog =>
  async <Row>(text: string, values: readonly unknown[]) => {
    const executor = db.getExecutor()
    const { rows } = await executor.executeQuery<Row>(CompiledQuery.raw(text, [...values]))
    return rows
  }

/** Whoever keeps memory at a position of the log. */
export interface Follower {
  readonly realmId: number
  /** The last row that memory contains. */
  readonly seq: number
  /** Takes in rows this process has just committed, in order. Undefined when it has done so at once. */
  apply(rows: readonly LogRow[]): Promise<void> | undefined
  /** Takes in what other processes committed since. */
  catchUp(read?: ReadLog): Promise<void>
  /** The answer to a commit was lost: the log may be ahead of memory, now or soon. */
  markUncertain(): void
}
