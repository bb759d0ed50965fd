import { type Kysely, sql } from 'kysely'

/**
 * Positions of a log that a restored database skips, because rows with these numbers may have been written after the
 * backup. Clients may know their events.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table log_gap (
      realm_id int not null references realm on delete cascade,
      first bigint not null,
      last bigint not null,
      primary key (realm_id, first)
    )`.execute(db)
}
