import { type Kysely, sql } from 'kysely'

/**
 * Two indexes of moved messages had the same condition, one by conversation and one by address. As long as the statistics
 * did not know of any moves, the planner took either of them to be empty and read all of it, for each conversation of
 * a person. With another condition, a statement can use only the index that is meant.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`drop index message_moved_home`.execute(db)
  await sql`create index message_moved_home on message (home_conv, hseq) where coalesce(move_id, 0) <> 0`.execute(db)
}
