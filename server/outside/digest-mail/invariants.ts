import type { Invariant } from '../../kernel/db/invariant.ts'

export const digestMailInvariants: readonly Invariant[] = [
  {
    name: 'digest-of-person',
    holds: 'only people of the organization get digests',
    breaches: `
      select format('digest of account %s', d.user_id) as detail
      from digest_mail d join account a on a.id = d.user_id where a.realm_id <> d.realm_id or a.is_bot`,
  },
]
