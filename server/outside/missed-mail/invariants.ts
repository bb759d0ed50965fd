import type { Invariant } from '../../kernel/db/invariant.ts'

export const missedMailInvariants: readonly Invariant[] = [
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
]
