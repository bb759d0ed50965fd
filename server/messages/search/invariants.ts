import type { Invariant } from '../../kernel/db/invariant.ts'

export const searchInvariants: readonly Invariant[] = [
  {
    name: 'message-indexed',
    holds: 'search has indexed every message that does not wait for it',
    breaches: `
      select format('message %s is not indexed', m.id) as detail
      from message m left join search_backlog b on b.realm_id = m.realm_id
      where m.tsv is null and m.id > coalesce(b.message_id, 0)`,
  },
  {
    name: 'topic-indexed',
    holds: 'search has indexed every topic that does not wait for it',
    breaches: `
      select format('topic %s is not indexed', t.id) as detail
      from topic t join channel c on c.id = t.channel_id left join search_backlog b on b.realm_id = c.realm_id
      where t.tsv is null and t.id > coalesce(b.topic_id, 0)`,
  },
  {
    name: 'mention-indexed',
    holds: 'search knows whom a message mentions',
    breaches: `
      select format('message %s mentions account %s', m.id, s.id) as detail
      from message m cross join lateral (
        select found[1] as id
        from regexp_matches(m.rendered, '<span class="user-mention" data-user-id="([0-9]+)">', 'g') as found
      ) s
      where m.tsv is not null and not m.tsv @@ ('''@' || s.id || '''')::tsquery`,
  },
]
