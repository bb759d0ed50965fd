import { type Kysely, sql } from 'kysely'

/** How many channels somebody has created lately is asked while everybody else waits. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create index channel_creator on channel (realm_id, creator_id, created_at)`.execute(db)
}
