import type { Invariant } from '../../kernel/db/invariant.ts'

export const linkifiersInvariants: readonly Invariant[] = [
  {
    name: 'linkifiers-in-order',
    holds: 'no two linkifiers of an organization have the same position',
    breaches: `
      select format('linkifiers %s have the same position', string_agg(id::text, ', ' order by id)) as detail
      from linkifier group by realm_id, position having count(*) > 1`,
  },
]
