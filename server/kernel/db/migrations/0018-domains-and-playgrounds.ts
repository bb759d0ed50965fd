import { type Kysely, sql } from 'kysely'

/** Email domains that are allowed in an organization, and sites that run code. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table realm_domain (
      id int generated always as identity primary key,
      realm_id int not null references realm,
      domain text not null check (domain = lower(domain)),
      allow_subdomains boolean not null,
      unique (realm_id, domain)
    )`.execute(db)
  await sql`
    create table playground (
      id int generated always as identity primary key,
      realm_id int not null references realm,
      name text not null,
      language text not null,
      url_template text not null,
      unique (realm_id, language, name)
    )`.execute(db)
}
