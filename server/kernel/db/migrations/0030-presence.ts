import { type Kysely, sql } from 'kysely'

/**
 * When people were last active and connected. Presence is not in the log: it changes every minute for everybody. The
 * counter numbers the stored changes of an organization; its row lock makes the order of the numbers the order of commits.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table presence (
      user_id int primary key references account,
      realm_id int not null references realm,
      active_at bigint,
      connected_at bigint not null,
      update_id bigint not null
    )`.execute(db)
  await sql`create unique index presence_update on presence (realm_id, update_id)`.execute(db)
  await sql`
    create table presence_counter (
      realm_id int primary key references realm,
      last_id bigint not null
    )`.execute(db)
}
