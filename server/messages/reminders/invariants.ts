import type { Invariant } from '../../kernel/db/invariant.ts'

export const remindersInvariants: readonly Invariant[] = [
  {
    name: 'reminder-within-realm',
    holds: 'a reminder belongs to an account of its organization',
    breaches: `
      select format('reminder %s is of account %s', r.id, r.user_id) as detail
      from reminder r where not exists (select from account a where a.id = r.user_id and a.realm_id = r.realm_id)`,
  },
]
