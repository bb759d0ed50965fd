import type { RealmState } from '../../kernel/realm-state/realm-state.ts'
import type { Session } from '../../kernel/realm-state/records/sessions.ts'
import type { User } from '../../kernel/realm-state/user.ts'
import type { WorkContext } from '../../kernel/work-context.ts'
import { USE_SECONDS, useSession } from './use-session.ts'

interface SessionUse {
  readonly user: User
  readonly session: Session
}

/** Stores that sessions are in use, beside the requests that use them and rarely. */
export function storeSessionUse({ transact, logger }: WorkContext): (realm: RealmState, used: SessionUse) => void {
  const underWay = new Set<number>()
  return (realm, { user, session }) => {
    if (realm.now - session.lastUsedAt < USE_SECONDS || underWay.has(session.id)) return
    underWay.add(session.id)
    transact(realm.id, (tx) => useSession(tx, user.id, session.id))
      // The next request retries it.
      .catch((err) => logger.warn({ err }, 'could not store that a session is in use'))
      .finally(() => underWay.delete(session.id))
  }
}
