import { type QueryExecutorProvider, sql } from 'kysely'
import type { Invariant } from './invariant.ts'
import { accounts } from './invariants/accounts.ts'
import { emoji } from './invariants/emoji.ts'
import { files } from './invariants/files.ts'
import { groups } from './invariants/groups.ts'
import { log } from './invariants/log.ts'
import { memberships } from './invariants/memberships.ts'
import { messages } from './invariants/messages.ts'
import { organization } from './invariants/organization.ts'
import { organizations } from './invariants/organizations.ts'
import { profiles } from './invariants/profiles.ts'
import { readState } from './invariants/read-state.ts'

export interface Finding {
  readonly invariant: string
  readonly detail: string
}

/** One file per area; a later area adds a list. */
export const invariants: readonly Invariant[] = [
  ...organizations,
  ...accounts,
  ...groups,
  ...messages,
  ...memberships,
  ...readState,
  ...files,
  ...emoji,
  ...profiles,
  ...organization,
  ...log,
]

/** A broken table breaks in many rows; the first ones tell which. */
const MOST_PER_INVARIANT = 20

/**
 * Compares the database with what must hold in it and reports every breach. It takes the handle of a transaction as
 * well: beside a running server only one snapshot (repeatable read) shows a state that ever existed.
 */
export async function* fsck(
  db: QueryExecutorProvider,
  onInvariant: (invariant: Invariant) => void = () => {},
): AsyncGenerator<Finding, void, void> {
  for (const invariant of invariants) {
    onInvariant(invariant)
    const statement = `select detail from (${invariant.breaches}) breach limit ${MOST_PER_INVARIANT}`
    const { rows } = await sql.raw<{ detail: string }>(statement).execute(db)
    for (const { detail } of rows) yield { invariant: invariant.name, detail }
  }
}
