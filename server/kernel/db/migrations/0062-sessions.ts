import { type Kysely, sql } from 'kysely'

/**
 * Browsers that are signed in. The token of the cookie is stored only as a keyed hash, so that a copy of the table is of no
 * use to anybody.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table session (
      id int generated always as identity primary key,
      realm_id int not null references realm,
      user_id int not null references account,
      token_hash text not null unique,
      device text not null,
      created_at bigint not null,
      last_used_at bigint not null
    )`.execute(db)
  await sql`create index session_of_user on session (user_id)`.execute(db)
  await sql`create index session_by_use on session (realm_id, last_used_at)`.execute(db)
}
