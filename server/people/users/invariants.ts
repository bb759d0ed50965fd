import type { Invariant } from '../../kernel/db/invariant.ts'

export const usersInvariants: readonly Invariant[] = [
  {
    name: 'api-key-unique',
    holds: 'no two accounts share an API key',
    breaches: `
      select format('accounts %s have the same API key', string_agg(id::text, ', ' order by id)) as detail
      from account group by api_key_hash having count(*) > 1`,
  },
  {
    name: 'email-change-of-account',
    holds: 'a request for another address belongs to an account of the same organization',
    breaches: `
      select format('the request %s of account %s is of organization %s', e.id, e.user_id, e.realm_id) as detail
      from email_change e join account a on a.id = e.user_id where a.realm_id <> e.realm_id`,
  },
]
