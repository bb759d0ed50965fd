import { type Kysely, sql } from 'kysely'

/**
 * `is_imported_stub` marks people who came with imported data and have not signed in yet. `has_edited_settings` marks
 * people who have changed their own settings: a bulk change of settings can leave them out.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table account
      add column is_imported_stub boolean not null default false,
      add column has_edited_settings boolean not null default false`.execute(db)
}
