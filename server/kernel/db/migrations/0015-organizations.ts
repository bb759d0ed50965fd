import { type Kysely, sql } from 'kysely'

/**
 * When the data of a deactivated organization is deleted, null for never. And its icon and logos: for each the name of its
 * file, if there is one, and its version.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table realm add column deletion_at bigint, add column pictures jsonb not null default '{}'`.execute(
    db,
  )
}
