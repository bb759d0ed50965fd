import { type Kysely, sql } from 'kysely'

/**
 * What a person has set for a topic. The topic need not exist, so it is named and not referred to. `set_by` is the
 * message of the person that set the policy, if they did not set it themselves: a repeated send gets the same answer.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table user_topic (
      user_id int not null references account,
      channel_id int not null references channel,
      name_key text not null,
      realm_id int not null references realm,
      name text not null,
      policy smallint not null check (policy in (1, 2, 3)),
      updated_at bigint not null,
      set_by bigint,
      primary key (user_id, channel_id, name_key)
    )`.execute(db)
  await sql`create index user_topic_channel on user_topic (channel_id, name_key)`.execute(db)
}
