import { type Kysely, sql } from 'kysely'

/** Whatever the audit log is filtered by, the newest matching entries are read from an index. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create index audit_log_actor on audit_log (realm_id, actor_id, id)`.execute(db)
  await sql`create index audit_log_action on audit_log (realm_id, action, id)`.execute(db)
  await sql`create index audit_log_target on audit_log (realm_id, target_kind, target_id, id)`.execute(db)
  await sql`create index audit_log_time on audit_log (realm_id, at, id)`.execute(db)
}
