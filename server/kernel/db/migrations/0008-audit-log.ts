import { type Kysely, sql } from 'kysely'

/** The audit log: who changed what in an organization, and from where. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table audit_log (
      id bigint generated always as identity primary key,
      realm_id int not null references realm (id) on delete cascade,
      at bigint not null,
      -- Null: the operator, by a command, or the server itself.
      actor_id int,
      address text,
      client text not null,
      action text not null,
      target_kind text not null,
      target_id int not null,
      details jsonb not null
    )`.execute(db)
  await sql`create index audit_log_realm on audit_log (realm_id, id)`.execute(db)
  // The version of the log rows that a node reads and writes.
  await sql`alter table node add column log_version int not null default 1`.execute(db)
}
