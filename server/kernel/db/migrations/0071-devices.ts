import { type Kysely, sql } from 'kysely'

/** Devices of people with their push keys and tokens, and the tokens of older clients. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table client_device (
      id int generated always as identity primary key,
      realm_id int not null references realm,
      user_id int not null references account,
      created_at bigint not null,
      push_key_id bigint,
      push_key_sealed text,
      push_token_id text,
      push_token_kind text check (push_token_kind in ('apns', 'fcm')),
      push_token_at bigint,
      pending_token_id text,
      pending_token_kind text check (pending_token_kind in ('apns', 'fcm')),
      pending_public_key text,
      pending_registration text,
      pending_since bigint,
      revision int not null default 0,
      error_code text check (error_code in ('INVALID_BOUNCER_PUBLIC_KEY', 'REQUEST_EXPIRED')),
      check (num_nulls(push_key_id, push_key_sealed) in (0, 2)),
      check (num_nulls(push_token_id, push_token_kind, push_token_at) in (0, 3)),
      check (num_nulls(pending_token_id, pending_token_kind, pending_public_key, pending_registration, pending_since)
        in (0, 5))
    )`.execute(db)
  await sql`create index client_device_of_user on client_device (user_id)`.execute(db)
  await sql`
    create table push_token (
      id int generated always as identity primary key,
      realm_id int not null references realm,
      user_id int not null references account,
      kind text not null check (kind in ('apns', 'fcm')),
      token text not null,
      app_id text,
      registered_at bigint not null
    )`.execute(db)
  // A token can be too long for an index.
  await sql`create unique index push_token_of_user on push_token (user_id, kind, md5(token))`.execute(db)
}
