import { type Kysely, sql } from 'kysely'

/**
 * Drops indexes that no query uses yet: search, wildcard mentions, moved messages. Each one slows down every send, even
 * a partial one. They return with the queries that read them.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const name of ['message_tsv', 'message_wildcard', 'message_moved_in'])
    await sql`drop index ${sql.id(name)}`.execute(db)
}
