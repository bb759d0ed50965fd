import type { Selectable } from 'kysely'
import type { Db } from '../../kernel/db/database.ts'
import type { Tables } from '../../kernel/db/tables.ts'

export type AuditRow = Selectable<Tables['audit_log']>

/** What is absent does not matter. */
export interface AuditFilter {
  /** Null: the operator and the server itself. */
  readonly actorId?: number | null | undefined
  readonly action?: string | undefined
  readonly targetKind?: string | undefined
  readonly targetId?: number | undefined
  /** Seconds; this one included. */
  readonly startTime?: number | undefined
  /** Seconds; this one excluded. */
  readonly endTime?: number | undefined
  readonly beforeId?: number | undefined
}

/** Of the columns that hold ids of accounts and targets. */
const LARGEST_ID = 2 ** 31 - 1

/** The newest entries of an organization first. */
export async function auditEntries(db: Db, realmId: number, filter: AuditFilter, limit: number): Promise<AuditRow[]> {
  const { actorId, action, targetKind, targetId, startTime, endTime, beforeId } = filter
  // The database refuses to compare a column with a number that it cannot hold.
  if ([actorId, targetId].some((id) => Math.abs(id ?? 0) > LARGEST_ID)) return []
  return db
    .selectFrom('audit_log')
    .selectAll()
    .where('realm_id', '=', realmId)
    .$if(actorId !== undefined, (q) => q.where('actor_id', actorId === null ? 'is' : '=', actorId!))
    .$if(action !== undefined, (q) => q.where('action', '=', action!))
    .$if(targetKind !== undefined, (q) => q.where('target_kind', '=', targetKind!))
    .$if(targetId !== undefined, (q) => q.where('target_id', '=', targetId!))
    .$if(startTime !== undefined, (q) => q.where('at', '>=', startTime!))
    .$if(endTime !== undefined, (q) => q.where('at', '<', endTime!))
    .$if(beforeId !== undefined, (q) => q.where('id', '<', beforeId!))
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
}
