import { type Kysely, sql } from 'kysely'

/**
 * The day of somebody's last digest, and the day on which an organization was last searched for people who get one. Days
 * are counted from 1970.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table digest_mail (
      user_id int primary key references account,
      realm_id int not null references realm,
      day int not null
    )`.execute(db)
  await sql`create index digest_mail_realm on digest_mail (realm_id)`.execute(db)
  await sql`
    create table digest_search (
      realm_id int primary key references realm,
      day int not null
    )`.execute(db)
}
