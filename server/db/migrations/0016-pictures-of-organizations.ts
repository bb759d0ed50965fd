import { type Kysely, sql } from 'kysely'

/** The icon and the logos of an organization: for each the name of its file, if there is one, and its version. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table realm add column pictures jsonb not null default '{}'`.execute(db)
}
