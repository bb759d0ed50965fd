import { type QueryExecutorProvider, sql } from 'kysely'
import type { Invariant } from './invariant.ts'
import { accounts } from './invariants/accounts.ts'
import { attachments } from './invariants/attachments.ts'
import { bots } from './invariants/bots.ts'
import { channels } from './invariants/channels.ts'
import { emoji } from './invariants/emoji.ts'
import { exports } from './invariants/exports.ts'
import { files } from './invariants/files.ts'
import { groups } from './invariants/groups.ts'
import { log } from './invariants/log.ts'
import { memberships } from './invariants/memberships.ts'
import { messages } from './invariants/messages.ts'
import { organization } from './invariants/organization.ts'
import { organizations } from './invariants/organizations.ts'
import { people } from './invariants/people.ts'
import { profiles } from './invariants/profiles.ts'
import { readState } from './invariants/read-state.ts'
import { resumableUploads } from './invariants/resumable-uploads.ts'
import { scheduled } from './invariants/scheduled.ts'

export interface Finding {
  readonly invariant: string
  readonly detail: string
}

/** One list per area. */
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
  ...channels,
  ...people,
  ...bots,
  ...organization,
  ...attachments,
  ...resumableUploads,
  ...exports,
  ...scheduled,
  ...log,
]

/** A broken table has many broken rows. The first ones are enough to find the cause. */
const MOST_PER_INVARIANT = 20

/**
 * Checks all invariants of the database and reports every violation. It also accepts a transaction: next to a running
 * server, only one snapshot (repeatable read) shows a state that really existed.
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
