import { type Kysely, sql } from 'kysely'

/** What a bot has beside its account: default channels, its service, and a store of texts. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table bot (
      user_id int primary key references account,
      realm_id int not null references realm,
      sending_channel_id int references channel,
      events_channel_id int references channel,
      all_public_channels boolean not null default false,
      service jsonb
    )`.execute(db)
  await sql`create index bot_realm on bot (realm_id)`.execute(db)
  await sql`
    create table bot_storage (
      bot_id int not null references account,
      realm_id int not null references realm,
      key text not null,
      value text not null,
      size int not null check (size = length(key) + length(value)),
      primary key (bot_id, key)
    )`.execute(db)
  await sql`create index bot_storage_realm on bot_storage (realm_id)`.execute(db)
}
