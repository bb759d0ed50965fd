import { type Kysely, sql } from 'kysely'

const INDEXES = [
  ['account_email', 'account (realm_id, delivery_email)'],
  ['user_group_name', 'user_group (realm_id, name)'],
  ['channel_name', 'channel (realm_id, name) where not is_archived'],
] as const

/**
 * The organization's memory decides in the lane which names differ only in case. The database's own lower-casing
 * differs from it and between locales, so its indexes are on the names as written.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const [name, on] of INDEXES) {
    await sql`drop index ${sql.id(name)}`.execute(db)
    await sql.raw(`create unique index ${name} on ${on}`).execute(db)
  }
}
