import { type Kysely, sql } from 'kysely'

/**
 * By which secret the API keys in this database are sealed. One row, written with the first organization, or at the
 * first start of a database that already has accounts: only a process that has the secret can tell.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table server_secret (
      id smallint primary key default 1 check (id = 1),
      fingerprint text not null
    )`.execute(db)
}
