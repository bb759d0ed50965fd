import type { Invariant } from '../../kernel/db/invariant.ts'

export const scheduledMessagesInvariants: readonly Invariant[] = [
  {
    name: 'scheduled-message-within-realm',
    holds: 'the sender, the channel and the people of a scheduled message belong to its organization',
    breaches: `
      select format('scheduled message %s leaves its organization', s.id) as detail
      from scheduled_message s
      where not exists (select from account a where a.id = s.user_id and a.realm_id = s.realm_id)
        or (s.channel_id is not null
          and not exists (select from channel c where c.id = s.channel_id and c.realm_id = s.realm_id))
        or exists (
          select from unnest(s.user_ids) person
          where not exists (select from account a where a.id = person and a.realm_id = s.realm_id))`,
  },
  {
    name: 'scheduled-message-of-sender',
    holds: 'the sender of a scheduled direct message is one of its people',
    breaches: `
      select format('scheduled message %s of account %s is for %s', id, user_id, user_ids) as detail
      from scheduled_message where user_ids is not null and not user_id = any(user_ids)`,
  },
  {
    name: 'sent-message-without-text',
    holds: 'a scheduled message that was sent keeps no text',
    breaches: `
      select format('scheduled message %s was sent and still has its text', id) as detail
      from scheduled_message where state = 'sent' and (content <> '' or rendered <> '')`,
  },
]
