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

/** What administrators set up for everyone: linkifiers, email domains and playgrounds. */
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
  },
}
