import { type Kysely, sql } from 'kysely'

/** Accounts at providers of video calls that people have connected. The tokens are encrypted. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table call_token (
      realm_id int not null references realm,
      user_id int not null references account,
      provider text not null check (provider in ('zoom', 'webex')),
      sealed text not null,
      primary key (user_id, provider)
    )`.execute(db)
}
