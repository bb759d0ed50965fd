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
