import type { RealmState } from '../../kernel/realm-state/realm-state.ts'
import type { Session } from '../../kernel/realm-state/records/sessions.ts'
import type { User } from '../../kernel/realm-state/user.ts'
import type { Tx } from '../../kernel/transaction/tx.ts'
import { USE_SECONDS, useSession } from './use-session.ts'

interface UseContext {
  readonly logger: { warn(details: object, text: string): void }
  transact<T>(realmId: number, work: (tx: Tx) => Promise<T>): Promise<T>
}

interface Used {
  readonly user: User
  readonly session: Session
}

/** Stores that sessions are in use, beside the requests that use them and rarely. */
export function storeSessionUse({ transact, logger }: UseContext): (realm: RealmState, used: Used) => void {
  const underWay = new Set<number>()
  return (realm, { user, session }) => {
    if (realm.now - session.lastUsedAt < USE_SECONDS || underWay.has(session.id)) return
    underWay.add(session.id)
    transact(realm.id, (tx) => useSession(tx, user.id, session.id))
      // The next request tries again.
      .catch((err) => logger.warn({ err }, 'could not store that a session is in use'))
      .finally(() => underWay.delete(session.id))
  }
}
