import { type Kysely, sql } from 'kysely'

/**
 * An email address of a channel belongs to who asked for it, whose permission counts when mail arrives. Who asked for the
 * addresses of the mail bot is not known, so those are given out anew. No mail was received for any before.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    delete from channel_email_address e using account a where a.id = e.sender_id and a.is_system_bot`.execute(db)
  await sql`
    alter table channel_email_address add column creator_id int references account (id) on delete cascade`.execute(db)
  await sql`
    update channel_email_address e set creator_id = coalesce(a.bot_owner_id, a.id) from account a
    where a.id = e.sender_id`.execute(db)
  await sql`
    alter table channel_email_address
      alter column creator_id set not null,
      drop constraint channel_email_address_channel_id_sender_id_key,
      add unique (channel_id, sender_id, creator_id)`.execute(db)
  await sql`create index channel_email_address_creator on channel_email_address (creator_id)`.execute(db)
}
