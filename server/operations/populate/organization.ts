import { sql } from 'kysely'
import type { Step } from './step.ts'

const LINKIFIERS = [
  { pattern: '#(?P<id>[0-9]+)', template: 'https://issues.example.com/{id}' },
  { pattern: '(?P<project>[A-Z]{2,6})-(?P<id>[0-9]+)', template: 'https://issues.example.com/{project}/{id}' },
  { pattern: '(?P<commit>[0-9a-f]{40})', template: 'https://code.example.com/commit/{commit}' },
]
const DOMAINS = ['example.com', 'example.org']
const PLAYGROUNDS = [
  { name: 'Python runner', language: 'Python', template: 'https://python.example.com/{?code}' },
  { name: 'Rust runner', language: 'Rust', template: 'https://rust.example.com/{?code}' },
]

/** What administrators set up for everyone: linkifiers, email domains, playgrounds, invitations and an export. */
export const organization: Step = {
  name: 'organization',
  async run(to) {
    await sql`
      insert into linkifier (realm_id, pattern, url_template, position)
      select ${to.realmId}::int, l.pattern, l.template, l.n
      from unnest(${LINKIFIERS.map((one) => one.pattern)}::text[], ${LINKIFIERS.map((one) => one.template)}::text[])
        with ordinality as l(pattern, template, n)`.execute(to.tx)
    await sql`
      insert into realm_domain (realm_id, domain, allow_subdomains)
      select ${to.realmId}::int, d.domain, d.n = 1
      from unnest(${DOMAINS}::text[]) with ordinality as d(domain, n)`.execute(to.tx)
    await sql`
      insert into playground (realm_id, name, language, url_template)
      select ${to.realmId}::int, p.name, p.language, p.template
      from unnest(${PLAYGROUNDS.map((one) => one.name)}::text[], ${PLAYGROUNDS.map((one) => one.language)}::text[],
        ${PLAYGROUNDS.map((one) => one.template)}::text[]) as p(name, language, template)`.execute(to.tx)
    // The keys fit no link: nobody can join with them.
    await sql`
      insert into invitation (realm_id, inviter_id, email, key_hash, key_sealed, role, channel_ids, group_ids,
        with_default_channels, notifies_inviter, invited_at, expires_at)
      select ${to.realmId}::int, a.id, 'invited' || n || '@example.com', ${to.realmId} || ' ' || n, '', 400, '{}', '{}', true, true,
        a.date_joined, a.date_joined + 864000
      from generate_series(1, 20) n cross join (select id, date_joined from account
        where realm_id = ${to.realmId}::int and not is_bot order by id limit 1) a`.execute(to.tx)
    // Its archive was deleted, because there are no bytes here.
    await sql`
      insert into realm_export (realm_id, user_id, type, state, requested_at, deleted_at)
      select ${to.realmId}::int, a.id, 'public', 'deleted', ${to.now - 86_400}::bigint, ${to.now - 3_600}::bigint
      from account a where a.realm_id = ${to.realmId}::int and not a.is_bot order by a.id limit 1`.execute(to.tx)
  },
}
