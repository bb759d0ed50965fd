import { type Kysely, sql } from 'kysely'

/** Messages to be sent later, and reminders of messages. Both belong to one account. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table scheduled_message (
      id bigint generated always as identity primary key,
      realm_id int not null references realm,
      user_id int not null references account,
      client text not null,
      channel_id int references channel,
      user_ids int[] check (cardinality(user_ids) > 0),
      topic text not null,
      content text not null,
      rendered text not null,
      read_by_sender boolean not null,
      deliver_at bigint not null,
      state text not null default 'pending' check (state in ('pending', 'failed', 'sent')),
      revision int not null default 1,
      check ((channel_id is null) <> (user_ids is null))
    )`.execute(db)
  await sql`create index scheduled_message_user on scheduled_message (user_id, deliver_at)`.execute(db)
  await sql`create index scheduled_message_realm on scheduled_message (realm_id)`.execute(db)
  await sql`
    create table reminder (
      id bigint generated always as identity primary key,
      realm_id int not null references realm,
      user_id int not null references account,
      message_id bigint not null,
      note text not null,
      content text not null,
      rendered text not null,
      deliver_at bigint not null,
      failed boolean not null default false
    )`.execute(db)
  await sql`create index reminder_user on reminder (user_id, deliver_at)`.execute(db)
  await sql`create index reminder_realm on reminder (realm_id)`.execute(db)
}
