import { type Kysely, sql } from 'kysely'

/**
 * A conversation is found by its people, of whom there may be thousands, and an index entry has room for about 680 ids.
 * The index is therefore on their digest. The function may be declared immutable, because integers and commas have the
 * same text everywhere. The functions that it uses are not, because they accept every type.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create function ids_digest(ids int[]) returns bytea language sql immutable strict parallel safe as $$
      select sha256(convert_to(array_to_string(ids, ','), 'UTF8'))
    $$`.execute(db)
  await sql`
    alter table conversation add column members_digest bytea generated always as (ids_digest(members)) stored`.execute(
    db,
  )
  await sql`drop index conversation_members`.execute(db)
  await sql`
    create unique index conversation_members on conversation (realm_id, members_digest)
    where members_digest is not null`.execute(db)
}
