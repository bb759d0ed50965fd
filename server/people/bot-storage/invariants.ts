import type { Invariant } from '../../kernel/db/invariant.ts'

export const botStorageInvariants: readonly Invariant[] = [
  {
    name: 'bot-storage-of-bot',
    holds: 'stored texts belong to bots of the organization',
    breaches: `
      select format('account %s stores %s', s.bot_id, s.key) as detail
      from bot_storage s join account a on a.id = s.bot_id
      where a.realm_id <> s.realm_id or not a.is_bot`,
  },
]
