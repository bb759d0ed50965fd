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
    name: 'audit-log-within-realm',
    holds: 'the author of a change in the audit log is an account of the same organization',
    breaches: `
      select format('entry %s of organization %s names account %s', l.id, l.realm_id, l.actor_id) as detail
      from audit_log l where l.actor_id is not null
        and not exists (select from account a where a.realm_id = l.realm_id and a.id = l.actor_id)`,
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
    name: 'user-topic-within-realm',
    holds: 'a policy for a topic, its person and its channel are of one organization',
    breaches: `
      select format('account %s has a policy for a topic of channel %s of another organization', u.user_id, u.channel_id)
        as detail
      from user_topic u join account a on a.id = u.user_id join channel c on c.id = u.channel_id
      where a.realm_id <> u.realm_id or c.realm_id <> u.realm_id`,
  },
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
