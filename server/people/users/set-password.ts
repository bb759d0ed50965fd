import { endSessions } from '../../accounts/sessions/end-sessions.ts'
import { userFromRow } from '../../kernel/realm-state/from-rows.ts'
import type { User } from '../../kernel/realm-state/user.ts'
import type { Tx } from '../../kernel/transaction/tx.ts'
import { updateAccount } from './queries.ts'

/** Clients do not see the change, but memory has to apply it. Every browser but one is signed out. */
export async function setPassword(tx: Tx, user: User, passwordHash: string, keptSessionId?: number): Promise<void> {
  const row = await updateAccount(tx.db, user.id, { password_hash: passwordHash })
  tx.record([{ put: 'user', value: userFromRow(row, tx.realm.info.host) }])
  await endSessions(tx, user.id, ({ id }) => id !== keptSessionId)
  tx.audit({ action: 'password set', target: { kind: 'user', id: user.id } })
}
