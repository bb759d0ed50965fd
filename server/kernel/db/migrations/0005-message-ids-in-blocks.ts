import { type Kysely, sql } from 'kysely'

/**
 * A node reserves the ids of its next messages. A block costs the counter one step and nearly never a write. One by one
 * it took a write, and 0.7 ms for every 64 messages. The counter returns the last id of a block.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter sequence message_id_seq increment by 256`.execute(db)
  await sql`select setval('message_id_seq', 256, false) from message_id_seq where not is_called`.execute(db)
}
