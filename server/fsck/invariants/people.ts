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
    name: 'missed-message-of-person',
    holds: 'only people of the organization miss messages, and no search was ahead of the messages',
    breaches: `
      select format('message %s, missed by account %s', x.message_id, x.user_id) as detail
      from missed_message x join account a on a.id = x.user_id where a.realm_id <> x.realm_id or a.is_bot
      union all
      select format('organization %s was searched up to message %s', p.realm_id, p.upto)
      from missed_mail_position p cross join message_id_seq s where p.upto > s.last_value`,
  },
]
