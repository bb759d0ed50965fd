import { type Kysely, sql } from 'kysely'

/**
 * The fingerprint of the secret that seals the API keys in this database. One row, written with the first organization.
 * A database that already has accounts gets it at the first start, because only a process that has the secret can
 * compute it.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table server_secret (
      id smallint primary key default 1 check (id = 1),
      fingerprint text not null
    )`.execute(db)
}
