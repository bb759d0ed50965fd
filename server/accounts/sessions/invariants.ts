import type { Invariant } from '../../kernel/db/invariant.ts'

export const sessionsInvariants: readonly Invariant[] = [
  {
    name: 'session-of-person',
    holds: 'a session belongs to an active person of the organization',
    breaches: `
      select format('session %s of account %s', s.id, s.user_id) as detail
      from session s join account a on a.id = s.user_id
      where a.realm_id <> s.realm_id or a.is_bot or not a.is_active or s.last_used_at < s.created_at`,
  },
]
