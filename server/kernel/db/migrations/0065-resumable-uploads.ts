import { type Kysely, sql } from 'kysely'

/** Uploads that arrive in several requests. Their pieces are unclaimed files, which the sweep removes after a day. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table resumable_upload (
      token text primary key,
      realm_id int not null references realm,
      owner_id int not null references account,
      filename text not null,
      size bigint not null check (size >= 0),
      received bigint not null default 0 check (received between 0 and size),
      pieces text[] not null default '{}',
      attachment_id bigint references attachment on delete cascade,
      expires_at bigint not null
    )`.execute(db)
  await sql`create index resumable_upload_owner on resumable_upload (owner_id)`.execute(db)
  await sql`create index resumable_upload_realm on resumable_upload (realm_id)`.execute(db)
  await sql`create index resumable_upload_attachment on resumable_upload (attachment_id)`.execute(db)
  await sql`create index resumable_upload_expiry on resumable_upload (expires_at)`.execute(db)
}
