import type { Invariant } from '../../kernel/db/invariant.ts'

export const presenceInvariants: readonly Invariant[] = [
  {
    name: 'presence-of-person',
    holds: 'presence belongs to people of the organization, and its numbers are below the counter',
    breaches: `
      select format('presence of account %s with number %s', p.user_id, p.update_id) as detail
      from presence p join account a on a.id = p.user_id
      left join presence_counter c on c.realm_id = p.realm_id
      where a.realm_id <> p.realm_id or a.is_bot or p.update_id > coalesce(c.last_id, 0)`,
  },
]
