import { type Kysely, sql } from 'kysely'

/** Words that people want to be alerted by, as they wrote them. Whoever has none has no row. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table alert_words (
      user_id int primary key references account,
      realm_id int not null references realm,
      words text[] not null check (cardinality(words) > 0)
    )`.execute(db)
  await sql`create index alert_words_realm on alert_words (realm_id)`.execute(db)
}
