import { CompiledQuery, type QueryExecutorProvider } from 'kysely'
import type { LogRow } from './log-row.ts'

/**
 * Reads the log through a given connection. A caller that already holds a connection must use it. Waiting for a second
 * one while others wait for the first could exhaust the pool.
 */
export type ReadLog = <Row>(text: string, values: readonly unknown[]) => Promise<Row[]>

export const readThrough =
  (db: QueryExecutorProvider): ReadLog =>
  async <Row>(text: string, values: readonly unknown[]) => {
    const executor = db.getExecutor()
    const { rows } = await executor.executeQuery<Row>(CompiledQuery.raw(text, [...values]))
    return rows
  }

/** Keeps memory at a position of the log. */
export interface Follower {
  readonly realmId: number
  /** The last row that memory contains. */
  readonly seq: number
  /** Applies rows that this process has just committed, in order. Undefined if they were applied synchronously. */
  apply(rows: readonly LogRow[]): Promise<void> | undefined
  /** Applies rows that other processes have committed since. */
  catchUp(read?: ReadLog): Promise<void>
  /** The answer to a commit was lost, so the log may be ahead of memory, now or soon. */
  markUncertain(): void
}
