import { type Kysely, sql } from 'kysely'

/**
 * A row for every file in the store, written before its bytes, so that a crash leaves no bytes without a row. A file is
 * new until a transaction claims it, and released when it is no longer needed. The index finds the files to remove.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table stored_file (
      name text primary key,
      realm_id int not null references realm,
      state text not null default 'new' check (state in ('new', 'claimed', 'released')),
      size bigint,
      sha256 text,
      created_at bigint not null
    )`.execute(db)
  await sql`create index stored_file_unclaimed on stored_file (state, created_at) where state <> 'claimed'`.execute(db)
  await sql`alter table account add column avatar_token text`.execute(db)
}
