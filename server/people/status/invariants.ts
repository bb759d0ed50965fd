import type { Invariant } from '../../kernel/db/invariant.ts'

export const statusInvariants: readonly Invariant[] = [
  {
    name: 'status-of-person',
    holds: 'a status belongs to a person of the organization, and so does its custom emoji',
    breaches: `
      select format('status of account %s with emoji %s', s.user_id, s.emoji_code) as detail
      from user_status s join account a on a.id = s.user_id
      where a.realm_id <> s.realm_id or a.is_bot or (s.emoji_kind = 2 and not exists (
        select from custom_emoji e where e.realm_id = s.realm_id and e.id::text = s.emoji_code))`,
  },
]
