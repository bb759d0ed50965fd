import type { Invariant } from '../invariant.ts'

export const bots: readonly Invariant[] = [
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
  {
    name: 'bot-storage-of-bot',
    holds: 'stored texts belong to bots of the organization',
    breaches: `
      select format('account %s stores %s', s.bot_id, s.key) as detail
      from bot_storage s join account a on a.id = s.bot_id
      where a.realm_id <> s.realm_id or not a.is_bot`,
  },
  {
    name: 'webhook-delivery-of-bot',
    holds: 'messages that wait for a webhook wait for a bot of the organization, and are tried at most eight times',
    breaches: `
      select format('message %s waits for account %s after %s tries', w.message_id, w.bot_id, w.tries) as detail
      from webhook_delivery w join account a on a.id = w.bot_id
      where a.realm_id <> w.realm_id or a.bot_type is distinct from 3 or w.tries > 8`,
  },
]
