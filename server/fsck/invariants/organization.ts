import type { Invariant } from '../invariant.ts'

/** What administrators set up for everyone, and what people set up for themselves. */
export const organization: readonly Invariant[] = [
  {
    name: 'linkifiers-in-order',
    holds: 'no two linkifiers of an organization have the same position',
    breaches: `
      select format('linkifiers %s have the same position', string_agg(id::text, ', ' order by id)) as detail
      from linkifier group by realm_id, position having count(*) > 1`,
  },
  {
    name: 'alert-words-of-account',
    holds: 'alert words belong to an account of the same organization, and are neither blank nor too long',
    breaches: `
      select format('account %s has the alert words of organization %s', a.id, w.realm_id) as detail
      from alert_words w join account a on a.id = w.user_id where a.realm_id <> w.realm_id
      union all
      select format('account %s has an alert word of %s characters', w.user_id, length(word))
      from alert_words w cross join unnest(w.words) as word where length(trim(word)) = 0 or length(word) > 100`,
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
