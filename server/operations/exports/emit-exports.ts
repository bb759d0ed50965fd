import { users as toUsers } from '../../kernel/log/audience.ts'
import { isAdministrator } from '../../kernel/realm-state/user.ts'
import type { Tx } from '../../kernel/transaction/tx.ts'
import { presentExport } from './present.ts'
import { listExports } from './queries.ts'
import { isActivePerson } from './scope.ts'

/** Those who get events about exports. */
const administrators = ({ realm }: Tx): number[] =>
  [...realm.users.values()].filter((user) => isActivePerson(user) && isAdministrator(user)).map(({ id }) => id)

/** Sends administrators the list of exports after a change. `url` is the address of the organization. */
export async function emitExports(tx: Tx, url: string): Promise<void> {
  const rows = await listExports(tx.db, tx.realm.id)
  const exports = rows.map((row) => presentExport(row, url))
  tx.emit({ type: 'realm_export', exports }, toUsers(...administrators(tx)))
}

/** Tells administrators that somebody permits, or no longer permits, to export their private data. */
export function emitConsent(tx: Tx, userId: number, consented: boolean): void {
  tx.emit({ type: 'realm_export_consent', user_id: userId, consented }, toUsers(...administrators(tx)))
}
