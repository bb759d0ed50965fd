import type { Tx } from '../log/transact.ts'
import { userFromRow } from '../realm-state/from-rows.ts'
import type { RealmState } from '../realm-state/realm-state.ts'
import { insertSystemBots } from './queries.ts'

/** Part of creating an organization. No client is connected yet, so there is no event. */
export async function createSystemBots(tx: Tx, realm: RealmState): Promise<void> {
  const rows = await insertSystemBots(tx.db, realm.id, tx.now)
  tx.record(rows.map((row) => ({ put: 'user', user: userFromRow(row, realm.info.host) })))
}
