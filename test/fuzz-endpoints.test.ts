import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { endpoints } from '../api/endpoints/index.ts'
import { attacks, problemWith } from './fuzz.ts'
import { uploadAttacks } from './fuzz-uploads.ts'
import { startTestServer } from './harness.ts'

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
}

describe('hostile input gets a 4xx in JSON, never a 5xx', () => {
  let server: Awaited<ReturnType<typeof startTestServer>>
  let authorization = ''
  beforeAll(async () => {
    server = await startTestServer()
    const { email, apiKey } = server.owner.options
    authorization = `Basic ${btoa(`${email}:${apiKey}`)}`
    await server.owner.call(endpoints.subscribe, { subscriptions: [{ name: 'fuzz' }] })
  })
  afterAll(() => server.close())

  it.each(Object.entries(endpoints))('%s', async (_, endpoint) => {
    const problems: string[] = []
    for (const attack of [...attacks(endpoint, RIGHT), ...uploadAttacks(endpoint)]) {
      const problem = await problemWith(server.url, authorization, attack)
      if (problem !== null) problems.push(`${attack.name}: ${problem}`)
    }
    expect(problems).toEqual([])
    const { status } = await fetch(`${server.url}/health`)
    expect(status, 'the server is still there').toBe(200)
  })

  it('leaves no file behind', async () => {
    const rows = await server.database.db.selectFrom('stored_file').selectAll().execute()
    expect(rows.filter(({ state }) => state !== 'claimed')).toEqual([])
  })
})
