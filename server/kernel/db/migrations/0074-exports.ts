import { type Kysely, sql } from 'kysely'

/** Exports of organizations. An archive exists exactly while the state is `done`. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table realm_export (
      id int generated always as identity primary key,
      realm_id int not null references realm,
      user_id int not null references account,
      type text not null check (type in ('public', 'full_with_consent', 'full_without_consent')),
      state text not null default 'pending' check (state in ('pending', 'done', 'failed', 'deleted')),
      tries int not null default 0,
      requested_at bigint not null,
      failed_at bigint,
      deleted_at bigint,
      token text unique,
      size bigint,
      check ((state = 'done') = (token is not null)),
      check ((token is null) = (size is null)),
      check ((state = 'failed') = (failed_at is not null)),
      check ((state = 'deleted') = (deleted_at is not null))
    )`.execute(db)
  await sql`create index realm_export_realm on realm_export (realm_id, id)`.execute(db)
}
