import { type Kysely, sql } from 'kysely'

/** Patterns whose matches in messages and topics become links. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table linkifier (
      id int generated always as identity primary key,
      realm_id int not null references realm,
      pattern text not null,
      url_template text not null,
      example_input text,
      reverse_template text,
      alternative_url_templates text[] not null default '{}',
      -- Where two match at the same place, the one with the lower position wins.
      position int not null,
      unique (realm_id, pattern)
    )`.execute(db)
}
