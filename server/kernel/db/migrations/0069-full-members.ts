import { type Kysely, sql } from 'kysely'

/** The time up to which clients know who has become a full member. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table realm add column full_members_at bigint not null default 0`.execute(db)
  await sql`update realm set full_members_at = extract(epoch from now())::bigint`.execute(db)
}
