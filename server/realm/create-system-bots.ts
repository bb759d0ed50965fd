import type { Tx } from '../log/transact.ts'
import { userFromRow } from '../realm-state/from-rows.ts'
import type { RealmState } from '../realm-state/realm-state.ts'
import { insertSystemBots } from './queries.ts'

/** With the organization itself, before anybody can ask for them: no event tells of them. */
export async function createSystemBots(tx: Tx, realm: RealmState): Promise<void> {
  const rows = await insertSystemBots(tx.db, realm.id, tx.now)
  tx.record(rows.map((row) => ({ put: 'user', user: userFromRow(row, realm.info.host) })))
}
