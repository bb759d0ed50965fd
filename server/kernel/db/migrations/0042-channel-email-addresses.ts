import { type Kysely, sql } from 'kysely'

/** The secret parts of the email addresses of channels: one for each account that shows as the sender. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table channel_email_address (
      token text primary key check (token ~ '^[0-9a-f]{32}$'),
      realm_id int not null references realm (id) on delete cascade,
      channel_id int not null references channel (id) on delete cascade,
      sender_id int not null references account (id) on delete cascade,
      created_at bigint not null,
      unique (channel_id, sender_id)
    )`.execute(db)
  await sql`create index channel_email_address_sender on channel_email_address (sender_id)`.execute(db)
  await sql`create index channel_email_address_realm on channel_email_address (realm_id)`.execute(db)
}
