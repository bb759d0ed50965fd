import { type QueryExecutorProvider, type RawBuilder, sql } from 'kysely'
import type { Random } from './random.ts'
import type { Size } from './sizes.ts'

/** What seals an API key; the process's secret does it, tests may do less. */
export interface KeySealer {
  hashKey(key: string): string
  sealKey(key: string): string
}

/** What every step gets. The steps share temporary tables, which end with the transaction. */
export interface Populating {
  /** One transaction: a data set is there as a whole or not at all. */
  readonly tx: QueryExecutorProvider
  readonly realmId: number
  readonly size: Size
  readonly random: Random
  readonly secret: KeySealer
  /** Seconds: the end of the made-up history. */
  readonly now: number
  /** The log position at which everybody joined everything. */
  readonly seq: string
  /** Told by slow steps, 0 … 1. */
  progress(share: number): void
}

export interface Step {
  readonly name: string
  run(to: Populating): Promise<void>
}

/**
 * A number in [0, 1) that depends only on `n` and on which of its random numbers is asked for: unlike random(), it does
 * not depend on the plan the database chooses.
 */
export function uniform(n: string, which: number): RawBuilder<number> {
  return sql.raw<number>(`((hashint8extended((${n})::bigint, ${which}) & 1073741823)::float8 / 1073741824)`)
}
