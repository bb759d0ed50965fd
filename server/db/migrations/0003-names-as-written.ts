import { type Kysely, sql } from 'kysely'

const INDEXES = [
  ['account_email', 'account (realm_id, delivery_email)'],
  ['user_group_name', 'user_group (realm_id, name)'],
  ['channel_name', 'channel (realm_id, name) where not is_archived'],
] as const

/**
 * Which names are the same but for their case is decided in the lane, by the organization's memory. The database's own
 * idea of small letters differs from it and from one locale to the next, so its indexes only keep what is written.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const [name, on] of INDEXES) {
    await sql`drop index ${sql.id(name)}`.execute(db)
    await sql.raw(`create unique index ${name} on ${on}`).execute(db)
  }
}
