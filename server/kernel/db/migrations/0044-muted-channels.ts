import { type Kysely, sql } from 'kysely'

/** Memory holds who has muted which channel. Few subscriptions are muted, so loading reads an index of those. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create index subscription_muted on subscription (user_id, channel_id) where is_muted`.execute(db)
}
