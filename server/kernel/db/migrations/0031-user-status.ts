import { type Kysely, sql } from 'kysely'

/** What people say about themselves. An account that says nothing has no row. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table user_status (
      user_id int primary key references account,
      realm_id int not null references realm,
      status_text text not null,
      emoji_name text,
      emoji_code text,
      emoji_kind smallint,
      check (status_text <> '' or emoji_name is not null),
      check (num_nulls(emoji_name, emoji_code, emoji_kind) in (0, 3))
    )`.execute(db)
  await sql`create index user_status_realm on user_status (realm_id)`.execute(db)
}
