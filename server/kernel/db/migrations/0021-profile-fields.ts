import { type Kysely, sql } from 'kysely'

/**
 * Fields that an organization adds to profiles. The values of a person stand in their account, by the ids of the fields,
 * because they are read with it everywhere. A value remembers the position of the log at which it was set, and a choice
 * the one at which it was added: a value that is older than its choice belonged to an earlier choice and is not shown.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table profile_field (
      id int generated always as identity primary key,
      realm_id int not null references realm (id) on delete cascade,
      type smallint not null check (type between 1 and 8),
      position int not null,
      name text not null,
      hint text not null,
      field_data text not null,
      choices jsonb not null,
      display_in_profile_summary boolean not null,
      required boolean not null,
      editable_by_user boolean not null,
      use_for_user_matching boolean not null
    )`.execute(db)
  await sql`create unique index profile_field_name on profile_field (realm_id, name)`.execute(db)
  await sql`alter table account add column profile jsonb not null default '{}'`.execute(db)
}
