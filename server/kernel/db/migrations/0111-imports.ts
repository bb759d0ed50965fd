import { type Kysely, sql } from 'kysely'

/**
 * Data of other systems that was imported, or is being imported. `import_record` and `import_message` keep the ids of the
 * source, so that a later run adds only what is new. The rest exists only while an import runs: rows that will be
 * inserted at the end, and conversations whose messages nobody sees yet.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table data_import (
      id int generated always as identity primary key,
      realm_id int not null references realm on delete cascade,
      format text not null,
      identity text not null,
      started_at bigint not null,
      finished_at bigint,
      is_running boolean not null default true,
      -- Messages up to this id were imported by an earlier run.
      finished_upto bigint not null default 0,
      unique (realm_id, format, identity)
    )`.execute(db)
  await sql`
    create table import_record (
      import_id int not null references data_import on delete cascade,
      kind text not null,
      source_id text not null,
      new_id bigint not null,
      primary key (import_id, kind, source_id)
    )`.execute(db)
  await sql`
    create table import_message (
      import_id int not null references data_import on delete cascade,
      source_id text not null,
      n bigint generated always as identity,
      sent_at double precision not null,
      conv_id int not null,
      topic text,
      new_id bigint,
      hseq int,
      primary key (import_id, source_id)
    )`.execute(db)
  await sql`
    create index import_message_new on import_message (import_id, sent_at, n) where new_id is null`.execute(db)
  await sql`
    create table import_block (
      import_id int not null references data_import on delete cascade,
      place int not null,
      last_id bigint not null,
      primary key (import_id, place)
    )`.execute(db)
  // Nobody sees messages in the conversation conv_id. At the end it is created, or they go to the existing one, target.
  await sql`
    create table import_conversation (
      import_id int not null references data_import on delete cascade,
      key text not null,
      conv_id int not null unique,
      channel_id int,
      members int[],
      target int,
      base int,
      messages int,
      primary key (import_id, key)
    )`.execute(db)
  await sql`
    create table import_row (
      id bigint generated always as identity primary key,
      import_id int not null references data_import on delete cascade,
      into_table text not null,
      row jsonb not null
    )`.execute(db)
  await sql`create index import_row_table on import_row (import_id, into_table)`.execute(db)
  await sql`
    create table import_unread (
      import_id int not null references data_import on delete cascade,
      user_id int not null,
      conv_id int not null,
      chunk int not null,
      bits bit(1024) not null,
      primary key (import_id, user_id, conv_id, chunk)
    )`.execute(db)
}
