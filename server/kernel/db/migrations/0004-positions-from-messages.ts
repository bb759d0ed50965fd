import { type Kysely, sql } from 'kysely'

/**
 * The messages of a conversation already contain its last position. Storing it separately cost every send two updates.
 * The view `conversation_head` reads it from one index entry. `spent_hseq` covers the positions of deleted messages, so
 * that no position is used twice.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table conversation rename column last_hseq to spent_hseq`.execute(db)
  await sql`alter table conversation drop column last_message_id`.execute(db)
  await sql`alter table topic drop column last_message_id`.execute(db)
  await sql`
    create view conversation_head as
    select c.id, c.realm_id, c.members,
      greatest(c.spent_hseq, (select max(m.hseq) from message m where m.home_conv = c.id)) as last_hseq,
      (select max(m.id) from message m where m.conv_id = c.id) as last_message_id
    from conversation c`.execute(db)
}
