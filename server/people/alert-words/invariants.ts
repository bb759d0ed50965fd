import type { Invariant } from '../../kernel/db/invariant.ts'

export const alertWordsInvariants: readonly Invariant[] = [
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
]
