import { endAllSessions, endSession, getSessions } from '../../../api/endpoints/sessions.ts'
import { ApiError } from '../../../api/errors.ts'
import { requirePerson } from '../../kernel/access/user-access.ts'
import { route } from '../../kernel/http/route.ts'
import { isOver } from '../../kernel/realm-state/records/sessions.ts'
import { endSessions } from './end-sessions.ts'
import { presentSession } from './present.ts'

export const sessionRoutes = {
  getSessions: route(getSessions, ({ actor: { realm, user, sessionId } }) => {
    requirePerson(user)
    const sessions = realm.records.sessions.get(user.id)?.sessions ?? []
    const current = sessions.filter((session) => !isOver(session, realm.now))
    return { sessions: current.map((session) => presentSession(session, sessionId)) }
  }),

  endSession: route(endSession, async (call) => {
    requirePerson(call.actor.user)
    const { session_id: id } = call.params
    const count = await call.transact((tx) => endSessions(tx, tx.actor.user.id, (session) => session.id === id))
    if (count === 0) throw new ApiError('BAD_REQUEST', 'Session does not exist', { status: 404 })
    return {}
  }),

  endAllSessions: route(endAllSessions, async (call) => {
    const { params, actor } = call
    requirePerson(actor.user)
    const kept = params.keep_current ? actor.sessionId : undefined
    const ended_count = await call.transact((tx) => endSessions(tx, tx.actor.user.id, (session) => session.id !== kept))
    return { ended_count }
  }),
}
