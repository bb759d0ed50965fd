import { type Kysely, sql } from 'kysely'

/** A start is numbered by its Unix time, which an int does not hold after 2038. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table node alter column generation type bigint`.execute(db)
}
