import { getAuditLog } from '../../../api/endpoints/audit.ts'
import { route } from '../../kernel/http/route.ts'
import { presentAuditEntry } from './present.ts'
import { auditEntries } from './queries.ts'

export const auditRoutes = {
  getAuditLog: route(getAuditLog, async ({ db, actor, params }) => {
    const { limit } = params
    const filter = {
      actorId: params.actor_id,
      action: params.action,
      targetKind: params.target_kind,
      targetId: params.target_id,
      startTime: params.start_time,
      endTime: params.end_time,
      beforeId: params.before_id,
    }
    // One more than is wanted tells whether there are more.
    const rows = await auditEntries(db, actor.realm.id, filter, limit + 1)
    return { entries: rows.slice(0, limit).map(presentAuditEntry), found_oldest: rows.length <= limit }
  }),
}
