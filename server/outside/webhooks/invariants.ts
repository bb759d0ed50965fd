import type { Invariant } from '../../kernel/db/invariant.ts'

export const webhooksInvariants: readonly Invariant[] = [
  {
    name: 'webhook-delivery-of-bot',
    holds: 'messages that wait for a webhook wait for a bot of the organization, and are tried at most eight times',
    breaches: `
      select format('message %s waits for account %s after %s tries', w.message_id, w.bot_id, w.tries) as detail
      from webhook_delivery w join account a on a.id = w.bot_id
      where a.realm_id <> w.realm_id or a.bot_type is distinct from 3 or w.tries > 8`,
  },
]
