import { type Kysely, sql } from 'kysely'

/** Folders of channels. An archived folder keeps its row and gives its name free. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table channel_folder (
      id int generated always as identity primary key,
      realm_id int not null references realm (id) on delete cascade,
      name text not null,
      description text not null,
      rendered_description text not null,
      position int not null,
      creator_id int references account (id),
      created_at bigint not null,
      is_archived boolean not null default false
    )`.execute(db)
  await sql`create unique index channel_folder_name on channel_folder (realm_id, lower(name)) where not is_archived`.execute(
    db,
  )
  await sql`create index channel_folder_realm on channel_folder (realm_id, id)`.execute(db)
  await sql`create index channel_folder_creator on channel_folder (creator_id)`.execute(db)
  await sql`update channel set folder_id = null where folder_id is not null`.execute(db)
  await sql`alter table channel add foreign key (folder_id) references channel_folder (id)`.execute(db)
  await sql`create index channel_in_folder on channel (folder_id) where folder_id is not null`.execute(db)
}
