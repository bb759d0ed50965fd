import { type Kysely, sql } from 'kysely'

/** Counting the recent channels of a creator happens in the lane, where other changes wait. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create index channel_creator on channel (realm_id, creator_id, created_at)`.execute(db)
}
