import { type Kysely, sql } from 'kysely'

/** When the data of a deactivated organization is deleted; null for never. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table realm add column deletion_at bigint`.execute(db)
}
