import { type Kysely, sql } from 'kysely'

/** People who have not been active for weeks. A recurring task finds them. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table account add column is_long_idle boolean not null default false`.execute(db)
}
