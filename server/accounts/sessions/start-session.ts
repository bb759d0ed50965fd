import { isOver, SESSION_SECONDS, type Session } from '../../kernel/realm-state/records/sessions.ts'
import type { Tx } from '../../kernel/transaction/tx.ts'
import { endSessions, rememberSessions } from './end-sessions.ts'
import { signInMail } from './mail-sign-in.ts'
import { insertSession, type NewSession, ownersOfUnused } from './queries.ts'

/** The limit of signed-in browsers of one account. The one that was not used for longest is signed out. */
export const MAX_SESSIONS = 20

/** A sign-in also removes sessions that are over, of this number of people. */
const MAX_SWEPT_ACCOUNTS = 50

/** Signs a browser in. */
export async function startSession(tx: Tx, userId: number, wanted: NewSession): Promise<Session> {
  await removeOldSessions(tx)
  const earlier = tx.realm.records.sessions.get(userId)?.sessions ?? []
  const tooMany = earlier.toSorted((a, b) => a.lastUsedAt - b.lastUsedAt).slice(0, earlier.length + 1 - MAX_SESSIONS)
  if (earlier.length >= MAX_SESSIONS) await endSessions(tx, userId, (session) => tooMany.includes(session))
  const kept = tx.realm.records.sessions.get(userId)?.sessions ?? []
  const session = await insertSession(tx.db, tx.realm.id, userId, wanted, tx.now)
  rememberSessions(tx, userId, [...kept, session])
  tx.after(signInMail.job({ userId, device: wanted.device, at: tx.now }))
  tx.audit({ action: 'signed in', target: { kind: 'user', id: userId }, details: { device: wanted.device } })
  return session
}

async function removeOldSessions(tx: Tx): Promise<void> {
  const owners = await ownersOfUnused(tx.db, tx.realm.id, tx.now - SESSION_SECONDS, MAX_SWEPT_ACCOUNTS)
  for (const userId of owners) await endSessions(tx, userId, (session) => isOver(session, tx.now))
}
