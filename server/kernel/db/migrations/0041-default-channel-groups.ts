import { type Kysely, sql } from 'kysely'

/** Named groups of channels that a new person can choose to be subscribed to. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table default_channel_group (
      id int generated always as identity primary key,
      realm_id int not null references realm (id) on delete cascade,
      name text not null,
      description text not null,
      channel_ids int[] not null,
      unique (realm_id, name)
    )`.execute(db)
}
