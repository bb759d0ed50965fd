import { type Kysely, sql } from 'kysely'

/** Finds the people who have left a conversation, without reading those who are in it. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create index member_left on member (conv_id) where to_seq is not null`.execute(db)
}
