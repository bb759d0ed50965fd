import { type QueryExecutorProvider, sql } from 'kysely'
import type { Invariant } from '../../kernel/db/invariant.ts'

export interface Finding {
  readonly invariant: string
  readonly detail: string
}

/** A broken table has many broken rows. The first ones are enough to find the cause. */
const MAX_FINDINGS_PER_INVARIANT = 20

/**
 * Checks invariants of the database and reports every violation. It also accepts a transaction: next to a running
 * server, only one snapshot (repeatable read) shows a state that really existed.
 */
export async function* fsck(
  db: QueryExecutorProvider,
  invariants: readonly Invariant[],
): AsyncGenerator<Finding, void, void> {
  for (const invariant of invariants) {
    const statement = `select detail from (${invariant.breaches}) breach limit ${MAX_FINDINGS_PER_INVARIANT}`
    const { rows } = await sql.raw<{ detail: string }>(statement).execute(db)
    for (const { detail } of rows) yield { invariant: invariant.name, detail }
  }
}
