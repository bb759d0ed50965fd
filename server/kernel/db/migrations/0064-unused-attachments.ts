import { type Kysely, sql } from 'kysely'

/** Since when no message links to an attachment. Null while one does. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table attachment add column unused_since bigint`.execute(db)
  await sql`
    update attachment a set unused_since = extract(epoch from now())::bigint
    where not exists (select from attachment_message l where l.attachment_id = a.id)`.execute(db)
  await sql`create index attachment_unused on attachment (unused_since) where unused_since is not null`.execute(db)
}
