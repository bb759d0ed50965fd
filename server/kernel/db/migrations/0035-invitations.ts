import { type Kysely, sql } from 'kysely'

/**
 * Invitations by email and by link. The key of the link is stored encrypted, because it is shown again, and found by its
 * keyed hash. Used and revoked invitations stay for a while: they count towards the daily limit.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table invitation (
      id int generated always as identity primary key,
      realm_id int not null references realm,
      inviter_id int not null references account,
      email text,
      key_hash text not null unique,
      key_sealed text not null,
      role int not null,
      channel_ids int[] not null,
      group_ids int[] not null,
      with_default_channels boolean not null,
      notifies_inviter boolean not null,
      welcome_text text,
      invited_at bigint not null,
      expires_at bigint,
      state text not null default 'open' check (state in ('open', 'used', 'revoked'))
    )`.execute(db)
  await sql`create index invitation_of_realm on invitation (realm_id, invited_at)`.execute(db)
  await sql`create index invitation_of_inviter on invitation (inviter_id)`.execute(db)
}
