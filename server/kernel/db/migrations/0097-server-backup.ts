import { type Kysely, sql } from 'kysely'

/**
 * One row: when a backup of this database was last complete, and how the last try of the daily one ended. Times are
 * seconds.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table server_backup (
      id smallint primary key default 1 check (id = 1),
      completed_at bigint,
      daily_at bigint,
      failed_at bigint,
      failure text
    )`.execute(db)
}
