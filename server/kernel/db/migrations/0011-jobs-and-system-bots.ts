import { type Kysely, sql } from 'kysely'

/**
 * Tables for jobs (positions of the log reader, workers by node) and for trimming the log by running time, and the system
 * bots of existing organizations.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  `create table log_cursor (
    realm_id int not null references realm,
    purpose text not null,
    seq bigint not null,
    primary key (realm_id, purpose)
  ) with (fillfactor = 50)`,
  // Older rows have no jobs.
  `insert into log_cursor select realm_id, 'jobs', seq from realm_log`,

  `create table running_time (
    id boolean primary key default true check (id),
    seconds bigint not null
  ) with (fillfactor = 50)`,
  `create table log_mark (
    realm_id int not null references realm,
    ran bigint not null,
    seq bigint not null,
    message_id bigint not null,
    primary key (realm_id, ran)
  )`,

  `create table job_worker (
    id text primary key,
    node_id uuid not null
  )`,

  // No API key has these hashes, and there is no password, so no one can sign in.
  `insert into account (realm_id, delivery_email, full_name, role, is_bot, bot_type, is_system_bot, date_joined,
      api_key_hash, api_key_sealed, email_address_visibility)
    select r.id, b.email, b.name, 400, true, 1, true, r.created_at,
      encode(sha256(convert_to('no key ' || gen_random_uuid(), 'UTF8')), 'hex'), '', 1
    from realm r cross join (values
      (1, 'notification-bot@parley.invalid', 'Notification Bot'),
      (2, 'welcome-bot@parley.invalid', 'Welcome Bot'),
      (3, 'emailgateway@parley.invalid', 'Email Gateway')) as b (nth, email, name)
    where exists (select from account a where a.realm_id = r.id)
    order by r.id, b.nth`,
]
