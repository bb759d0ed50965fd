import { type Kysely, sql } from 'kysely'

/** Uploaded files, and the messages that link to them. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table attachment (
      id bigint generated always as identity primary key,
      realm_id int not null references realm,
      owner_id int not null references account,
      token text not null unique,
      name text not null,
      content_type text not null,
      size bigint not null,
      width int,
      height int,
      is_animated boolean not null,
      created_at bigint not null,
      check ((width is null) = (height is null))
    )`.execute(db)
  await sql`create index attachment_owner on attachment (owner_id, id)`.execute(db)
  // The size is in the index, because every upload adds up the sizes of its organization.
  await sql`create index attachment_realm on attachment (realm_id) include (size)`.execute(db)
  await sql`
    create table attachment_message (
      attachment_id bigint not null references attachment on delete cascade,
      realm_id int not null,
      message_id bigint not null,
      primary key (attachment_id, message_id),
      foreign key (realm_id, message_id) references message on delete cascade
    )`.execute(db)
  await sql`create index attachment_message_message on attachment_message (realm_id, message_id)`.execute(db)
}
