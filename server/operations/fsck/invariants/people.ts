import type { Invariant } from '../invariant.ts'

export const people: readonly Invariant[] = [
  {
    name: 'presence-of-person',
    holds: 'presence belongs to people of the organization, and its numbers are below the counter',
    breaches: `
      select format('presence of account %s with number %s', p.user_id, p.update_id) as detail
      from presence p join account a on a.id = p.user_id
      left join presence_counter c on c.realm_id = p.realm_id
      where a.realm_id <> p.realm_id or a.is_bot or p.update_id > coalesce(c.last_id, 0)`,
  },
  {
    name: 'status-of-person',
    holds: 'a status belongs to a person of the organization, and so does its custom emoji',
    breaches: `
      select format('status of account %s with emoji %s', s.user_id, s.emoji_code) as detail
      from user_status s join account a on a.id = s.user_id
      where a.realm_id <> s.realm_id or a.is_bot or (s.emoji_kind = 2 and not exists (
        select from custom_emoji e where e.realm_id = s.realm_id and e.id::text = s.emoji_code))`,
  },
  {
    name: 'session-of-person',
    holds: 'a session belongs to an active person of the organization',
    breaches: `
      select format('session %s of account %s', s.id, s.user_id) as detail
      from session s join account a on a.id = s.user_id
      where a.realm_id <> s.realm_id or a.is_bot or not a.is_active or s.last_used_at < s.created_at`,
  },
  {
    name: 'device-of-person',
    holds: 'a device belongs to an active person of the organization, and only a registration makes a token pending',
    breaches: `
      select format('device %s of account %s', d.id, d.user_id) as detail
      from client_device d join account a on a.id = d.user_id
      where a.realm_id <> d.realm_id or a.is_bot or not a.is_active
        or (d.revision = 0 and (d.pending_token_id is not null or d.push_token_id is not null))`,
  },
  {
    name: 'push-token-of-person',
    holds: 'a push token belongs to an active person of the organization, and only those of APNs name an app',
    breaches: `
      select format('push token %s of account %s', t.id, t.user_id) as detail
      from push_token t join account a on a.id = t.user_id
      where a.realm_id <> t.realm_id or a.is_bot or not a.is_active
        or (t.kind = 'apns') <> (t.app_id is not null) or (t.kind = 'apns' and t.token !~ '^([0-9a-f]{2})+$')`,
  },
  {
    name: 'call-token-of-person',
    holds: 'an account at a provider of video calls is connected with an active person of the organization',
    breaches: `
      select format('token of %s of account %s', t.provider, t.user_id) as detail
      from call_token t join account a on a.id = t.user_id
      where a.realm_id <> t.realm_id or a.is_bot or not a.is_active`,
  },
  {
    name: 'missed-message-of-person',
    holds: 'only people of the organization miss messages, and no search was ahead of the messages',
    breaches: `
      select format('message %s, missed by account %s', x.message_id, x.user_id) as detail
      from missed_message x join account a on a.id = x.user_id where a.realm_id <> x.realm_id or a.is_bot
      union all
      select format('organization %s was searched up to message %s', p.realm_id, p.upto)
      from missed_mail_position p cross join message_id_seq s where p.upto > s.last_value`,
  },
  {
    name: 'reply-address-of-person',
    holds: 'only people of the organization answer mail about missed messages',
    breaches: `
      select format('address to answer message %s for account %s', r.message_id, r.user_id) as detail
      from reply_address r join account a on a.id = r.user_id where a.realm_id <> r.realm_id or a.is_bot`,
  },
  {
    name: 'digest-of-person',
    holds: 'only people of the organization get digests',
    breaches: `
      select format('digest of account %s', d.user_id) as detail
      from digest_mail d join account a on a.id = d.user_id where a.realm_id <> d.realm_id or a.is_bot`,
  },
]
