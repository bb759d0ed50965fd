import type { Invariant } from '../../kernel/db/invariant.ts'

export const mutedUsersInvariants: readonly Invariant[] = [
  {
    name: 'mute-well-formed',
    holds: 'muting ends after it started, and is of another account of the same organization',
    breaches: `
      select format('account %s mutes account %s over log (%s, %s]', m.user_id, m.muted_id, m.from_seq, m.to_seq) as detail
      from mute m left join account a on a.id = m.user_id left join account b on b.id = m.muted_id
      where m.user_id = m.muted_id or a.realm_id is distinct from b.realm_id or m.to_seq < m.from_seq`,
  },
]
