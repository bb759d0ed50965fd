import { type Kysely, sql } from 'kysely'

/**
 * New addresses that people have asked for and not confirmed yet. A row is kept for a day, because the number of changes
 * is limited; only the newest one of an account is open. The token is sealed, because an email has to be sent with it.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table email_change (
      id int generated always as identity primary key,
      realm_id int not null references realm (id) on delete cascade,
      user_id int not null references account (id) on delete cascade,
      new_email text not null,
      token_hash text not null unique,
      token_sealed text not null,
      is_open boolean not null default true,
      at bigint not null
    )`.execute(db)
  await sql`create unique index email_change_open on email_change (user_id) where is_open`.execute(db)
  await sql`create index email_change_user on email_change (user_id, at)`.execute(db)
}
