import { describe, expect, it } from 'vitest'
import type { Endpoint } from '../../api/contract.ts'
import { endpoints } from '../../api/endpoints/index.ts'
import { getOrMake } from '../../server/kernel/base/get-or-make.ts'
import type { User } from '../../server/kernel/realm-state/user.ts'
import { startTestServer, type TestServer } from '../harness.ts'
import { opened } from '../opened.ts'
import { attacks, problemWith } from './attacks.ts'
import { uploadAttacks } from './upload-attacks.ts'

/**
 * Valid values for the other parameters, so that the hostile value reaches the handler and the database, not only the
 * parser.
 */
const RIGHT = {
  type: 'channel',
  to: encodeURIComponent('"fuzz"'),
  topic: 'fuzz',
  content: 'x',
  subscriptions: encodeURIComponent('[{"name":"fuzz"}]'),
  anchor: 'newest',
  num_before: '1',
  num_after: '1',
  messages: '[1]',
  op: 'add',
  flag: 'read',
  emoji_name: 'smile',
  dont_block: 'true',
  email: 'fuzz%40example.com',
  password: 'x',
  full_name: 'Fuzz',
  username: 'fuzz%40example.com',
  name: 'fuzz',
  field_type: '3',
  field_data: encodeURIComponent('{"a":{"text":"A","order":"1"}}'),
  field_id: '1',
  order: '[1]',
  data: encodeURIComponent('[{"id":1,"value":"a"}]'),
  pattern: encodeURIComponent('fuzz-(?P<id>[0-9]+)'),
  url_template: encodeURIComponent('https://example.com/{id}'),
  example_input: 'fuzz-1',
  reverse_template: encodeURIComponent('fuzz-{id}'),
  alternative_url_templates: '%5B%5D',
  ordered_linkifier_ids: '%5B%5D',
  alert_words: encodeURIComponent('["fuzz"]'),
  domain: 'example.com',
  allow_subdomains: 'true',
  pygments_language: 'fuzz',
  scheduled_delivery_timestamp: '4102444800',
  message_id: '1',
}

/** Ends the organization that is attacked, so it gets one of its own. */
const ENDS_ALL = 'deactivateRealm'

describe('hostile input gets a 4xx in JSON, never a 5xx', () => {
  const start = async () => {
    const started = await startTestServer({ env: { PARLEY_RATE_LIMITS: 'off' } })
    await started.owner.call(endpoints.subscribe, { subscriptions: [{ name: 'fuzz' }] })
    return started
  }
  const server = opened(start)

  const headers = new WeakMap<User, string>()
  /** With the current key: an attack may have replaced it, and so the record of the account. */
  const authorizationOf = ({ realm, ownerId, clientFor }: TestServer) => {
    const owner = realm.users.get(ownerId)!
    return getOrMake(headers, owner, () => {
      const { email, apiKey } = clientFor(owner).options
      return `Basic ${btoa(`${email}:${apiKey}`)}`
    })
  }

  async function attack(target: TestServer, endpoint: Endpoint): Promise<void> {
    const problems: string[] = []
    for (const attack of [...attacks(endpoint, RIGHT), ...uploadAttacks(endpoint)]) {
      const problem = await problemWith(target.url, authorizationOf(target), attack)
      if (problem !== null) problems.push(`${attack.name}: ${problem}`)
    }
    expect(problems).toEqual([])
    const { status } = await fetch(`${target.url}/health`)
    expect(status, 'the server is still there').toBe(200)
  }

  it.each(Object.entries(endpoints).filter(([name]) => name !== ENDS_ALL))('%s', async (_, endpoint) => {
    await attack(server, endpoint)
    // Otherwise the next attacks would not get past the sign-in.
    const headers = { authorization: authorizationOf(server) }
    const { status } = await fetch(`${server.url}/api/v1/users/me`, { headers })
    expect(status, 'the attacker is still signed in').toBe(200)
  })

  it(ENDS_ALL, async () => {
    const doomed = await start()
    try {
      await attack(doomed, endpoints[ENDS_ALL])
    } finally {
      await doomed.close()
    }
  })

  it('leaves no file behind', async () => {
    const rows = await server.database.db.selectFrom('stored_file').selectAll().execute()
    expect(rows.filter(({ state }) => state !== 'claimed')).toEqual([])
  })
})
