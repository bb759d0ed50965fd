import type { Invariant } from '../../kernel/db/invariant.ts'

export const auditInvariants: readonly Invariant[] = [
  {
    name: 'audit-log-within-realm',
    holds: 'the author of a change in the audit log is an account of the same organization',
    breaches: `
      select format('entry %s of organization %s names account %s', l.id, l.realm_id, l.actor_id) as detail
      from audit_log l where l.actor_id is not null
        and not exists (select from account a where a.realm_id = l.realm_id and a.id = l.actor_id)`,
  },
]
