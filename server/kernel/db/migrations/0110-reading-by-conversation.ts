import { type Kysely, sql } from 'kysely'

/**
 * Indexes for reads that start from what a person has, not from all messages: messages that left the channel to which
 * they were sent, by their address; messages that mention everybody, by their conversation; mentions of a topic; people
 * who mute somebody; and resolved topics. All of them are rare, so a send seldom writes to one of these indexes.
 * Reactions name their organization, so that those of others need not be read.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create index message_moved_home on message (home_conv, hseq) where move_id is not null`.execute(db)
  await sql`create index message_wildcard on message (conv_id, id) where mflags & 1 <> 0`.execute(db)
  await sql`create index user_flag_topic_wildcard on user_flag (user_id, message_id) where flags & 32 <> 0`.execute(db)
  await sql`alter table reaction add column realm_id int`.execute(db)
  await sql`update reaction r set realm_id = m.realm_id from message m where m.id = r.message_id`.execute(db)
  await sql`delete from reaction where realm_id is null`.execute(db)
  await sql`alter table reaction alter column realm_id set not null`.execute(db)
  await sql`create index reaction_realm on reaction (realm_id, message_id)`.execute(db)
  await sql`create index mute_by_muted on mute (muted_id) where to_seq is null`.execute(db)
  await sql`create index topic_resolved on topic (channel_id) where name like '✔ %'`.execute(db)
}
