import { type Kysely, sql } from 'kysely'

/**
 * The search index of messages and topics. Sends write `tsv` themselves. Messages and topics that exist already are
 * indexed by a job, which notes in `search_backlog` how far it has come. New entries wait in a list that is read with
 * every search; a short list keeps both searches and the sends that empty it fast.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table topic add column tsv tsvector`.execute(db)
  await sql`create index message_tsv on message using gin (tsv) with (gin_pending_list_limit = 512)`.execute(db)
  await sql`create index topic_tsv on topic using gin (tsv)`.execute(db)
  await sql`
    create table search_backlog (
      realm_id int primary key references realm,
      message_id bigint not null,
      topic_id int not null,
      total bigint not null,
      done bigint not null default 0
    )`.execute(db)
  await sql`
    insert into search_backlog (realm_id, message_id, topic_id, total)
    select m.realm_id, max(m.id), coalesce((
      select max(t.id) from topic t join channel c on c.id = t.channel_id where c.realm_id = m.realm_id), 0), count(*)
    from message m group by m.realm_id`.execute(db)
}
