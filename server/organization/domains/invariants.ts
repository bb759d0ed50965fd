import type { Invariant } from '../../kernel/db/invariant.ts'

export const domainsInvariants: readonly Invariant[] = [
  {
    name: 'domain-well-formed',
    holds: 'an allowed email domain is in lower case and has a dot',
    breaches: `
      select format('domain %s is %s', id, domain) as detail
      from realm_domain where domain <> lower(domain) or position('.' in domain) = 0`,
  },
]
