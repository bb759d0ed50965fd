import { type Kysely, sql } from 'kysely'

/** The addresses to which somebody answers mail about missed messages. The answer goes where the message is then. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table reply_address (
      token text primary key check (token ~ '^[0-9a-f]{32}$'),
      realm_id int not null references realm,
      user_id int not null references account,
      message_id bigint not null,
      expires_at bigint not null,
      foreign key (realm_id, message_id) references message (realm_id, id) on delete cascade
    )`.execute(db)
  await sql`create index reply_address_message on reply_address (realm_id, message_id)`.execute(db)
  await sql`create index reply_address_user on reply_address (user_id)`.execute(db)
  await sql`create index reply_address_expiry on reply_address (expires_at)`.execute(db)
}
