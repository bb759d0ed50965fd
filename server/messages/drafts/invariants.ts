import type { Invariant } from '../../kernel/db/invariant.ts'

export const draftsInvariants: readonly Invariant[] = [
  {
    name: 'own-texts-within-realm',
    holds: 'drafts, saved snippets and navigation views belong to an account of the same organization',
    breaches: `
      select format('%s %s of account %s is of organization %s', t.kind, t.id, t.user_id, t.realm_id) as detail
      from (
        select 'draft' as kind, id, user_id, realm_id from draft
        union all select 'saved snippet', id, user_id, realm_id from saved_snippet
        union all select 'navigation view', id, user_id, realm_id from navigation_view
      ) t join account a on a.id = t.user_id where a.realm_id <> t.realm_id`,
  },
  {
    name: 'draft-recipients',
    holds: 'a draft for a channel has one channel of its organization, and one without recipients has none',
    breaches: `
      select format('draft %s of type "%s" has the recipients %s', d.id, d.type, d.recipients) as detail from draft d
      where (d.type = '' and cardinality(d.recipients) > 0)
        or (d.type = 'stream' and (cardinality(d.recipients) <> 1 or not exists (
          select from channel c where c.id = d.recipients[1] and c.realm_id = d.realm_id)))`,
  },
]
