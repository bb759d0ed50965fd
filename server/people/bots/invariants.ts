import type { Invariant } from '../../kernel/db/invariant.ts'

export const botsInvariants: readonly Invariant[] = [
  {
    name: 'bot-of-account',
    holds: 'what a bot has belongs to a bot of the organization, and only outgoing webhooks have a service',
    breaches: `
      select format('bot %s of type %s', b.user_id, a.bot_type) as detail
      from bot b join account a on a.id = b.user_id
      where a.realm_id <> b.realm_id or not a.is_bot or (a.bot_type = 3) <> (b.service is not null)
        or exists (select from channel c
          where c.id in (b.sending_channel_id, b.events_channel_id) and c.realm_id <> b.realm_id)`,
  },
]
