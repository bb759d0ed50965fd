import type { Session } from '../../kernel/realm-state/records/sessions.ts'
import type { Tx } from '../../kernel/transaction/tx.ts'
import { deleteSessions } from './queries.ts'

/** Ends sessions of an account: all, or those that `isEnded` chooses. They are refused from now on, on every node. Returns how many. */
export async function endSessions(
  tx: Tx,
  userId: number,
  isEnded: (session: Session) => boolean = () => true,
): Promise<number> {
  const sessions = tx.realm.records.sessions.get(userId)?.sessions ?? []
  const ended = sessions.filter(isEnded)
  if (ended.length === 0) return 0
  const ids = ended.map(({ id }) => id)
  await deleteSessions(tx.db, tx.realm.id, ids)
  rememberSessions(
    tx,
    userId,
    sessions.filter((session) => !ended.includes(session)),
  )
  return ended.length
}

/** Memory finds these sessions of the account from now on, and no others. */
export function rememberSessions(tx: Tx, userId: number, sessions: readonly Session[]): void {
  if (sessions.length === 0) tx.record([{ remove: 'sessions', key: userId }])
  else tx.record([{ put: 'sessions', value: { userId, sessions } }])
}
