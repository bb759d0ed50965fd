import { type QueryExecutorProvider, type RawBuilder, sql } from 'kysely'
import type { FileStore } from '../../kernel/files/file-store.ts'
import type { Random } from './random.ts'
import type { Size } from './sizes.ts'

/** Seals API keys. The process's secret implements it, and tests may use less. */
export interface KeySealer {
  hashKey(key: string): string
  sealKey(key: string): string
}

/** The input of every step. The steps share temporary tables, which end with the transaction. */
export interface PopulateContext {
  /** One transaction, so that the data set is complete or absent. */
  readonly tx: QueryExecutorProvider
  readonly realmId: number
  readonly size: Size
  readonly random: Random
  readonly secret: KeySealer
  /** For the bytes of files. Without it there are only their rows. */
  readonly store?: Pick<FileStore, 'write'> | undefined
  /** The end of the generated history, in seconds. */
  readonly now: number
  /** The log position at which everyone joined everything. */
  readonly seq: string
  /** Called by slow steps, from 0 to 1. */
  progress(share: number): void
}

export interface Step {
  readonly name: string
  run(to: PopulateContext): Promise<void>
}

/** A number in [0, 1) that depends only on `n` and `which`. Unlike random(), it does not depend on the query plan. */
export function uniform(n: string, which: number): RawBuilder<number> {
  return sql.raw<number>(`((hashint8extended((${n})::bigint, ${which}) & 1073741823)::float8 / 1073741824)`)
}
