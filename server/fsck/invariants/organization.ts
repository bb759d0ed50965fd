import type { Invariant } from '../invariant.ts'

/** What administrators set up for everyone. */
export const organization: readonly Invariant[] = [
  {
    name: 'linkifiers-in-order',
    holds: 'no two linkifiers of an organization have the same position',
    breaches: `
      select format('linkifiers %s have the same position', string_agg(id::text, ', ' order by id)) as detail
      from linkifier group by realm_id, position having count(*) > 1`,
  },
  {
    name: 'domain-well-formed',
    holds: 'an allowed email domain is in lower case and has a dot',
    breaches: `
      select format('domain %s is %s', id, domain) as detail
      from realm_domain where domain <> lower(domain) or position('.' in domain) = 0`,
  },
  {
    name: 'playground-language',
    holds: 'a playground has a language that a code block can name',
    breaches: `
      select format('playground %s has the language %s', id, language) as detail
      from playground where language !~ '^[A-Za-z0-9_+./#-]{1,40}$'`,
  },
]
