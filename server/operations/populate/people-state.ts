import { sql } from 'kysely'
import type { Step } from './step.ts'

/**
 * Everybody was here in the last hour, one in ten has a status, one in twenty mutes their neighbour, and one in fifty is
 * signed in with a browser, has a phone and connected a Zoom account. No cookie fits their sessions. Nobody gets mail
 * about the messages.
 */
export const peopleState: Step = {
  name: 'presence and status',
  async run(to) {
    await sql`
      insert into presence (user_id, realm_id, active_at, connected_at, update_id)
      select id, ${to.realmId}::int, ${to.now}::bigint - index % 3600, ${to.now}::bigint - index % 1800, index + 1
      from pop_user`.execute(to.tx)
    await sql`
      insert into presence_counter (realm_id, last_id)
      select ${to.realmId}::int, max(index) + 1 from pop_user
      on conflict (realm_id) do update set last_id = excluded.last_id`.execute(to.tx)
    await sql`
      insert into user_status (user_id, realm_id, status_text, emoji_name, emoji_code, emoji_kind)
      select id, ${to.realmId}::int, 'out for lunch', 'pizza', '1f355', 1 from pop_user where index % 10 = 1`.execute(
      to.tx,
    )
    await sql`
      insert into mute (user_id, muted_id, from_seq, at)
      select one.id, other.id, ${to.seq}::bigint, ${to.now}::bigint
      from pop_user one join pop_user other on other.index = one.index + 1 where one.index % 20 = 12`.execute(to.tx)
    await sql`
      insert into session (realm_id, user_id, token_hash, device, created_at, last_used_at)
      select ${to.realmId}::int, id, ${to.realmId} || ' ' || id, 'Firefox on Linux', ${to.now}::bigint - 3600, ${to.now}::bigint
      from pop_user where index % 50 = 1`.execute(to.tx)
    await sql`
      insert into client_device (realm_id, user_id, created_at, push_key_id, push_key_sealed, push_token_id,
        push_token_kind, push_token_at, revision)
      select ${to.realmId}::int, id, ${to.now}::bigint - 3600, index, ${to.secret.sealKey('push key')}, 'token ' || index,
        'fcm', ${to.now}::bigint, 1
      from pop_user where index % 50 = 1`.execute(to.tx)
    await sql`
      insert into push_token (realm_id, user_id, kind, token, registered_at)
      select ${to.realmId}::int, id, 'fcm', 'fcm token ' || index, ${to.now}::bigint
      from pop_user where index % 50 = 1`.execute(to.tx)
    await sql`
      insert into call_token (realm_id, user_id, provider, sealed)
      select ${to.realmId}::int, id, 'zoom', ${to.secret.sealKey('{"access":"a","refresh":"r","until":0}')}
      from pop_user where index % 50 = 1`.execute(to.tx)
    await sql`
      insert into missed_mail_position (realm_id, upto)
      select ${to.realmId}::int, coalesce(max(id), 0) from message where realm_id = ${to.realmId}::int
      on conflict (realm_id) do update set upto = excluded.upto`.execute(to.tx)
  },
}
