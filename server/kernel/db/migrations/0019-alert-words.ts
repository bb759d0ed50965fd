import { type Kysely, sql } from 'kysely'

/** The alert words of each account, as they were written. An account without words has no row. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table alert_words (
      user_id int primary key references account,
      realm_id int not null references realm,
      words text[] not null check (cardinality(words) > 0)
    )`.execute(db)
  await sql`create index alert_words_realm on alert_words (realm_id)`.execute(db)
}
