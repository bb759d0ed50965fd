import type { Invariant } from '../../kernel/db/invariant.ts'

export const invitationsInvariants: readonly Invariant[] = [
  {
    name: 'invitation-within-realm',
    holds:
      'an invitation was made by an account of the same organization, gives a known role and expires after it was made',
    breaches: `
      select format('invitation %s of organization %s was made by account %s', i.id, i.realm_id, a.id) as detail
      from invitation i join account a on a.id = i.inviter_id where a.realm_id <> i.realm_id
      union all
      select format('invitation %s gives the role %s', id, role) from invitation where role not in (100, 200, 300, 400, 600)
      union all
      select format('invitation %s expired before it was made', id) from invitation where expires_at <= invited_at`,
  },
]
