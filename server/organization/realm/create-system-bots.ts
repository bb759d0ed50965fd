import { userFromRow } from '../../kernel/realm-state/from-rows.ts'
import type { Tx } from '../../kernel/transaction/tx.ts'
import { insertSystemBots } from './queries.ts'

/** Part of creating an organization. No client is connected yet, so there is no event. */
export async function createSystemBots(tx: Tx): Promise<void> {
  const { realm } = tx
  const rows = await insertSystemBots(tx.db, realm.id, tx.now)
  tx.record(rows.map((row) => ({ put: 'systemBot', value: userFromRow(row, realm.info.host) })))
}
