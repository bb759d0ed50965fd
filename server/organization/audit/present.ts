import type { AuditEntry } from '../../../api/objects/audit-entry.ts'
import type { AuditRow } from './queries.ts'

export const presentAuditEntry = (row: AuditRow): AuditEntry => ({
  id: row.id,
  time: row.at,
  actor_id: row.actor_id,
  address: row.address,
  client: row.client,
  action: row.action,
  target: { kind: row.target_kind, id: row.target_id },
  details: row.details,
})
