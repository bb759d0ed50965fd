import { type Kysely, sql } from 'kysely'

/**
 * Indexes for questions that nobody asks yet: search, wildcard mentions, messages that moved in. Each costs every send
 * something, a predicate no less than an entry; they come back with the queries that read them.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const name of ['message_tsv', 'message_wildcard', 'message_moved_in'])
    await sql`drop index ${sql.id(name)}`.execute(db)
}
