import { type Kysely, sql } from 'kysely'

/** Introductions that an account has seen. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table onboarding_step (
      user_id int not null references account on delete cascade,
      realm_id int not null references realm on delete cascade,
      name text not null,
      at bigint not null,
      primary key (user_id, name)
    )`.execute(db)
  await sql`create index onboarding_step_realm on onboarding_step (realm_id)`.execute(db)
}
