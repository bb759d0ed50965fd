import { type Kysely, sql } from 'kysely'

/** Who mutes somebody is read with the organization. What a muted person sends is read from the start, by a bit of its own. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create unique index mute_current on mute (user_id, muted_id) where to_seq is null`.execute(db)
  await sql`alter table mute add foreign key (user_id) references account, add foreign key (muted_id) references account`.execute(
    db,
  )
  await sql`create index user_flag_born_read on user_flag (user_id, message_id) where flags & 256 <> 0`.execute(db)
}
