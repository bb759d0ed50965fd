import { type Kysely, sql } from 'kysely'

/** Messages that outgoing webhooks have not delivered yet, and those that they gave up. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table webhook_delivery (
      bot_id int not null references account,
      message_id bigint not null,
      realm_id int not null references realm,
      trigger text not null,
      tries int not null default 0,
      first_at bigint not null,
      next_at bigint not null,
      failed_at bigint,
      failure text,
      primary key (bot_id, message_id),
      check ((failed_at is null) = (failure is null))
    )`.execute(db)
  await sql`create index webhook_delivery_realm on webhook_delivery (realm_id)`.execute(db)
  await sql`alter table bot add column is_failing boolean not null default false`.execute(db)
}
