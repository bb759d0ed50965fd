import { type Kysely, sql } from 'kysely'

/**
 * Emoji that people upload. A deactivated one keeps its row, because messages and reactions still show it, and gives its
 * name free. The two positions of the log say when it came and when it was deactivated, so that an event that lists all
 * emoji is the same whenever it is read.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table custom_emoji (
      id int generated always as identity primary key,
      realm_id int not null references realm (id) on delete cascade,
      name text not null,
      author_id int references account (id),
      token text not null,
      format text not null check (format in ('png', 'gif', 'webp')),
      added_seq bigint not null,
      deactivated_seq bigint,
      created_at bigint not null
    )`.execute(db)
  await sql`create unique index custom_emoji_name on custom_emoji (realm_id, name) where deactivated_seq is null`.execute(
    db,
  )
  await sql`create index custom_emoji_realm on custom_emoji (realm_id, id)`.execute(db)
  await sql`create index custom_emoji_author on custom_emoji (author_id)`.execute(db)
}
