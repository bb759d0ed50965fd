import { seconds } from '../../../kernel/base/clock.ts'
import { userFromRow } from '../../../kernel/realm-state/from-rows.ts'
import type { Tx } from '../../../kernel/transaction/tx.ts'
import type { WorkContext } from '../../../kernel/work-context.ts'
import { changedIdleness, storeIdleness } from './queries.ts'

const IDLE_SECONDS = 28 * 86_400
/** Changed in one transaction. Other changes wait for it. */
const CHANGED_AT_ONCE = 100

/** Finds people who have been away for four weeks, and those who are back. No client gets an event about it. */
export async function markLongIdle(context: WorkContext, realmId: number, signal: AbortSignal): Promise<void> {
  const since = seconds(context.clock) - IDLE_SECONDS
  for (;;) {
    signal.throwIfAborted()
    const ids = await changedIdleness(context.database.db, realmId, since, CHANGED_AT_ONCE)
    if (ids.length > 0) await context.transact(realmId, (tx) => change(tx, ids, since))
    if (ids.length < CHANGED_AT_ONCE) return
  }
}

async function change(tx: Tx, ids: readonly number[], since: number): Promise<void> {
  const rows = await storeIdleness(tx.db, tx.realm.id, ids, since)
  tx.record(rows.map((row) => ({ put: 'user', value: userFromRow(row, tx.realm.info.host) })))
}
