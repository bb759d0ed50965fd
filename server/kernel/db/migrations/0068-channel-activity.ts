import { type Kysely, sql } from 'kysely'

/** Recent messages of channels as a recurring task counts them, and when each recurring task last ran. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table channel
      add column weekly_traffic int check (weekly_traffic >= 0),
      add column is_recently_active boolean not null default true`.execute(db)
  await sql`
    update channel c set is_recently_active = false
    where greatest(c.created_at, (select m.sent_at from message m where m.conv_id = c.conv_id order by m.id desc limit 1))
      <= extract(epoch from now())::bigint - 180 * 86400`.execute(db)
  await sql`
    create table recurring_run (
      realm_id int not null references realm,
      task text not null,
      ran_at bigint not null,
      primary key (realm_id, task)
    )`.execute(db)
}
