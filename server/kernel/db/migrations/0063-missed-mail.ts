import { type Kysely, sql } from 'kysely'

/**
 * Messages that somebody will get a mail about unless they read them first, and up to which message each organization was
 * searched for such messages. Nobody gets mail about what was sent before.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table missed_message (
      user_id int not null references account,
      message_id bigint not null,
      realm_id int not null references realm,
      reason text not null check (reason in ('direct', 'mention', 'wildcard', 'followed', 'channel')),
      primary key (user_id, message_id),
      foreign key (realm_id, message_id) references message (realm_id, id) on delete cascade
    )`.execute(db)
  await sql`create index missed_message_message on missed_message (realm_id, message_id)`.execute(db)
  await sql`
    create table missed_mail_position (
      realm_id int primary key references realm,
      upto bigint not null
    )`.execute(db)
  await sql`
    insert into missed_mail_position
    select id, coalesce((select max(m.id) from message m where m.realm_id = realm.id), 0) from realm`.execute(db)
}
