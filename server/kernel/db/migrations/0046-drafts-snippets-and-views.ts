import { type Kysely, sql } from 'kysely'

/** What people keep for themselves: unsent messages, texts to reuse, and entries of their sidebar. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table draft (
      id int generated always as identity primary key,
      realm_id int not null references realm,
      user_id int not null references account,
      type text not null check (type in ('', 'stream', 'private')),
      recipients int[] not null,
      topic text not null,
      content text not null,
      edited_at bigint not null
    )`.execute(db)
  await sql`create index draft_user on draft (user_id, edited_at)`.execute(db)
  await sql`
    create table saved_snippet (
      id int generated always as identity primary key,
      realm_id int not null references realm,
      user_id int not null references account,
      title text not null,
      content text not null,
      created_at bigint not null
    )`.execute(db)
  await sql`create index saved_snippet_user on saved_snippet (user_id)`.execute(db)
  await sql`
    create table navigation_view (
      id int generated always as identity primary key,
      realm_id int not null references realm,
      user_id int not null references account,
      fragment text not null,
      is_pinned boolean not null,
      name text,
      unique (user_id, fragment)
    )`.execute(db)
}
