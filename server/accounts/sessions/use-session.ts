import { isOver } from '../../kernel/realm-state/records/sessions.ts'
import type { Tx } from '../../kernel/transaction/tx.ts'
import { rememberSessions } from './end-sessions.ts'
import { updateLastUse } from './queries.ts'

/** The time of the last use is stored at most once in this number of seconds. */
export const USE_SECONDS = 3_600

/** Stores that a session is in use, so that it does not end. */
export async function useSession(tx: Tx, userId: number, sessionId: number): Promise<void> {
  const sessions = tx.realm.records.sessions.get(userId)?.sessions ?? []
  const session = sessions.find(({ id }) => id === sessionId)
  // It may have ended meanwhile, or another request was faster.
  if (!session || isOver(session, tx.now) || tx.now - session.lastUsedAt < USE_SECONDS) return
  await updateLastUse(tx.db, tx.realm.id, sessionId, tx.now)
  const used = { ...session, lastUsedAt: tx.now }
  rememberSessions(
    tx,
    userId,
    sessions.map((one) => (one === session ? used : one)),
  )
}
