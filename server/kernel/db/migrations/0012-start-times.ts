import { type Kysely, sql } from 'kysely'

/** The number of a start is its Unix time, which does not fit an int after 2038. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table node alter column generation type bigint`.execute(db)
}
