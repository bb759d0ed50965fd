import { beforeAll, describe, expect, test } from 'vitest'
import { endpoints } from '../../../api/endpoints/index.ts'
import type { Client } from '../../../client/client.ts'
import { explains } from '../../../test/events-explain-state.ts'
import { type Person, startTestServer } from '../../../test/harness.ts'
import { FIXTURES } from '../../../test/integrations/payloads/all.ts'
import { bot, webhookBot } from '../../../test/people.ts'
import { refused } from '../../../test/refusals.ts'
import { useServer } from '../../../test/use-server.ts'
import { createRealm } from '../../operations/founding/create-realm.ts'

const { server, ann } = useServer({ members: ['ann'], channel: 'kitchen', env: { PARLEY_RATE_LIMITS: 'off' } })
let hook: Person

beforeAll(async () => {
  hook = await webhookBot(server, 'Hook', ann)
})

/** Sends a payload as another service does. */
async function deliver(path: string, payload: unknown, { key = hook.apiKey, headers = {} as object, url = '' } = {}) {
  const sign = path.includes('?') ? '&' : '?'
  const response = await fetch(`${url || server.url}/api/v1/external/${path}${sign}api_key=${key}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: typeof payload === 'string' ? payload : JSON.stringify(payload),
  })
  return { status: response.status, body: (await response.json()) as Record<string, unknown> }
}
const SENT = { status: 200, body: { result: 'success', msg: '' } }

const call = (args: Omit<Parameters<typeof parametersOf>[0], 'client'>, client: Client = hook.client) =>
  client.call(endpoints.receiveWebhook, parametersOf(args))
const parametersOf = (args: { integration?: string; payload?: string; stream?: string; topic?: string }) => ({
  integration: 'helloworld',
  payload: '{"featured_title":"Soup","featured_url":"https://example.org/soup"}',
  ...args,
})

async function newest(client: Client, narrow: { operator: string; operand: string }[] = []) {
  const asked = { anchor: 'newest', num_before: 1, num_after: 0, apply_markdown: false }
  const terms = narrow.map((term) => ({ ...term, negated: false }))
  const { messages } = await client.call(endpoints.getMessages, { ...asked, narrow: terms })
  const message = messages.at(-1)
  return message && { from: message.sender_id, topic: message.subject, content: message.content, id: message.id }
}
const inKitchen = () => newest(ann.client, [{ operator: 'channel', operand: 'kitchen' }])

describe('a payload becomes a message of the bot', () => {
  test('in the channel of the address, under the topic of the integration', async () => {
    expect(await deliver('helloworld?stream=kitchen', {})).toEqual(SENT)
    expect(await inKitchen()).toMatchObject({
      from: hook.id,
      topic: 'Hello world',
      content: 'Hello! The webhook works. :wave:',
    })
  })

  test('by the id of the channel, under the topic of the address', async () => {
    const { stream_id: id } = await ann.client.call(endpoints.getStreamId, { stream: 'kitchen' })
    expect(await deliver(`json?stream=${id}&topic=menu`, { soup: 1 })).toEqual(SENT)
    expect(await inKitchen()).toMatchObject({ topic: 'menu', content: '```json\n{\n  "soup": 1\n}\n```' })
  })

  test('directly to the owner of the bot without a channel', async () => {
    expect(await deliver('helloworld', {})).toEqual(SENT)
    expect(await newest(ann.client, [{ operator: 'dm', operand: hook.apiEmail }])).toMatchObject({
      from: hook.id,
      content: 'Hello! The webhook works. :wave:',
    })
  })

  test('from a form with a field "payload", and with Basic authentication', async () => {
    expect(await call({ stream: 'kitchen', topic: 'reading' })).toEqual({})
    expect(await inKitchen()).toMatchObject({
      topic: 'reading',
      content: expect.stringContaining('[Soup](https://example.org/soup)'),
    })
  })

  test('and events tell everybody who sees it', async () => {
    await explains({ ann: ann.client, owner: server.owner }, () => call({ stream: 'kitchen' }))
  })

  test('of a generic bot too, once for each Idempotency-Key', async () => {
    const robo = await bot(server, 'Robo', ann)
    const options = { key: robo.apiKey, headers: { 'idempotency-key': 'k1' } }
    await deliver('helloworld?stream=kitchen&topic=once', {}, options)
    const first = await inKitchen()
    await deliver('helloworld?stream=kitchen&topic=once', {}, options)
    expect(await inKitchen()).toEqual(first)
    expect(first).toMatchObject({ from: robo.id, topic: 'once' })
  })

  test.each(Object.entries(FIXTURES).flatMap(([name, [fixture]]) => (fixture ? [[name, fixture] as const] : [])))(
    '%s',
    async (name, { payload, headers, expected }) => {
      expect(await deliver(`${name}?stream=kitchen`, payload, { headers: headers ?? {} })).toEqual(SENT)
      expect(await inKitchen()).toMatchObject({ content: expected?.content })
    },
  )

  test('of the longest topic and the longest text that fit', async () => {
    const payload = { text: 'x'.repeat(30_000), channel: `#${'t'.repeat(100)}` }
    expect(await deliver('slack_incoming?stream=kitchen', payload)).toEqual(SENT)
    const message = await inKitchen()
    expect(message?.topic).toBe(`${'t'.repeat(57)}...`)
    expect(message?.content).toMatch(/^x+\n\[message truncated\]$/)
  })
})

describe('register lists the integrations', () => {
  test('for people, with their events and options', async () => {
    const { realm_incoming_webhook_bots: listed = [] } = await ann.client.call(endpoints.registerQueue, {
      fetch_event_types: ['realm_incoming_webhook_bots'],
    })
    expect(listed.map(({ name }) => name)).toEqual([
      'github',
      'gitlab',
      'grafana',
      'helloworld',
      'json',
      'alertmanager',
      'sentry',
      'slack_incoming',
      'uptimekuma',
    ])
    expect(listed[0]).toMatchObject({
      display_name: 'GitHub',
      all_event_types: expect.arrayContaining(['push', 'pull_request']),
      config_options: [],
      url_options: [{ key: 'ignore_private_repositories', input_type: 'bool' }],
    })
    expect(listed.find(({ name }) => name === 'json')).toMatchObject({ all_event_types: null, url_options: [] })
  })
})

describe('a delivery is refused', () => {
  test.each([
    ['with a wrong key', 'x'.repeat(32), 'Invalid API key'],
    ['with a short key', 'x', 'Malformed API key'],
  ])('%s', async (_, key, msg) => {
    const refusal = { status: 401, body: { result: 'error', code: 'UNAUTHORIZED', msg } }
    expect(await deliver('helloworld?stream=kitchen', {}, { key })).toEqual(refusal)
  })

  test('without a key', async () => {
    const response = await fetch(`${server.url}/api/v1/external/helloworld`, { method: 'POST', body: '{}' })
    expect(response.status).toBe(401)
  })

  test('with the key of a bot that is deactivated', async () => {
    const gone = await webhookBot(server, 'Gone', ann)
    await ann.client.call(endpoints.deactivateBot, { bot_id: gone.id })
    const refusal = { status: 401, body: { msg: 'Account is deactivated' } }
    expect(await deliver('helloworld?stream=kitchen', {}, { key: gone.apiKey })).toMatchObject(refusal)
  })

  test('with the old key after a new one was made', async () => {
    const renewed = await webhookBot(server, 'Renewed', ann)
    await ann.client.call(endpoints.regenerateBotApiKey, { bot_id: renewed.id })
    const refusal = { status: 401, body: { msg: 'Invalid API key' } }
    expect(await deliver('helloworld?stream=kitchen', {}, { key: renewed.apiKey })).toMatchObject(refusal)
  })

  test('with the key of a bot of another organization', async () => {
    const both = await startTestServer()
    try {
      const owner = { fullName: 'Nora', email: 'nora@example.net', password: 'correct horse battery staple' }
      await createRealm(both.ctx, { name: 'Next door', host: '127.0.0.1', owner })
      const key = both.owner.options.apiKey
      const refusal = { status: 401, body: { msg: 'Account is not associated with this subdomain' } }
      expect(await deliver('helloworld', {}, { key, url: both.url })).toMatchObject(refusal)
      const ours = { key, url: both.url.replace('127.0.0.1', 'localhost') }
      expect(await deliver('helloworld', {}, ours)).toMatchObject({ body: { msg: 'Must be a bot user' } })
    } finally {
      await both.close()
    }
  })

  test('with the key of a person', async () => {
    await refused(call({ stream: 'kitchen' }, ann.client), 'Must be a bot user', { code: 'PERMISSION_DENIED' })
  })

  test('for an integration that does not exist', async () => {
    const names = 'alertmanager, github, gitlab, grafana, helloworld, json, sentry, slack_incoming, uptimekuma'
    const msg = `There is no integration with this name. These exist: ${names}.`
    await refused(call({ integration: 'pigeon' }), msg, { status: 404 })
    await refused(call({ integration: '__proto__' }), msg, { status: 404 })
  })

  test('without a payload', async () => {
    const refusal = { status: 400, body: { code: 'REQUEST_VARIABLE_MISSING', msg: "Missing 'payload' argument" } }
    expect(await deliver('helloworld', '')).toMatchObject(refusal)
  })

  test.each(['{', 'null,', '['.repeat(2_000), `${'{"a":'.repeat(500)}1${'}'.repeat(500)}`])(
    'with text that is not JSON: %.10s',
    async (payload) => {
      await refused(call({ integration: 'json', payload }), 'Malformed JSON', { code: 'INVALID_JSON', status: 400 })
    },
  )

  test('with a payload of something else', async () => {
    const text = 'Not a payload of GitLab: object_kind is missing or is no text or list.'
    const data = { webhook_name: 'gitlab' }
    await refused(call({ integration: 'gitlab' }), text, { code: 'ANOMALOUS_WEBHOOK_PAYLOAD', status: 400, data })
  })

  test('without the header that names the event', async () => {
    const text = 'GitHub sends the header X-GitHub-Event, which is missing.'
    await refused(call({ integration: 'github' }), text, { code: 'MISSING_HTTP_EVENT_HEADER', status: 400 })
  })

  test('if the channel does not exist, and the owner of the bot gets a notice', async () => {
    await refused(call({ stream: 'cellar' }), "Channel 'cellar' does not exist", { code: 'STREAM_DOES_NOT_EXIST' })
    const told = `Your bot @_**Hook|${hook.id}** tried to send a message to the channel \`cellar\`, but that channel does not exist.`
    expect((await newest(ann.client, [{ operator: 'is', operand: 'dm' }]))?.content).toBe(told)
  })

  test('if the channel is archived, or private and not that of the owner', async () => {
    const bob = await server.person('Bob', 'attic')
    const { stream_id: id } = await bob.client.call(endpoints.getStreamId, { stream: 'attic' })
    await call({ stream: 'attic' })
    await bob.client.call(endpoints.archiveStream, { stream_id: id })
    await refused(call({ stream: 'attic' }), "Not authorized to send to channel 'attic'")
    const subscriptions = [{ name: 'secret' }]
    await bob.client.call(endpoints.subscribe, { subscriptions, invite_only: true })
    await refused(call({ stream: 'secret' }), "Not authorized to send to channel 'secret'")
    const theirs = await webhookBot(server, 'Hers', bob)
    expect(await call({ stream: 'secret' }, theirs.client)).toEqual({})
  })

  test('if it is too large', async () => {
    expect(await deliver('json', 'x'.repeat(1_100_000))).toMatchObject({ status: 413 })
  })
})

describe('events are chosen by the address', () => {
  const push = FIXTURES['github']?.find(({ name }) => name === 'push: two commits')
  const secret = FIXTURES['github']?.find(({ name }) => name === 'push: of a private repository')

  /** Whether a push arrives. */
  async function arrives(options: Record<string, unknown>, fixture = push): Promise<boolean> {
    const before = await inKitchen()
    const query = Object.entries(options).map(
      ([name, value]) => `&${name}=${encodeURIComponent(JSON.stringify(value))}`,
    )
    const { payload, headers = {} } = fixture ?? {}
    const answer = await deliver(`github?stream=kitchen${query.join('')}`, payload, { headers })
    expect(answer).toEqual(SENT)
    return (await inKitchen())?.id !== before?.id
  }

  test.each([
    [{}, true],
    [{ only_events: ['push'] }, true],
    [{ only_events: ['pu*'] }, true],
    [{ only_events: ['*'] }, true],
    [{ only_events: ['pull_request', 'issues'] }, false],
    [{ only_events: [] }, false],
    [{ only_events: ['p*h'] }, false],
    [{ exclude_events: ['push'] }, false],
    [{ exclude_events: ['pu*'] }, false],
    [{ exclude_events: ['issues'] }, true],
    [{ only_events: ['p*'], exclude_events: ['push'] }, false],
  ])('%j', async (options, expected) => {
    expect(await arrives(options)).toBe(expected)
  })

  test('private repositories are left out on request', async () => {
    expect(await arrives({}, secret)).toBe(true)
    expect(await arrives({ ignore_private_repositories: false }, secret)).toBe(true)
    expect(await arrives({ ignore_private_repositories: true }, secret)).toBe(false)
    expect(await arrives({ ignore_private_repositories: true })).toBe(true)
  })

  test('lists must be lists', async () => {
    const refusal = { status: 400, body: { msg: 'only_events is not a list' } }
    expect(await deliver('github?only_events=%7B%7D', {})).toMatchObject(refusal)
  })

  test('an event that the integration does not know is a success that says so', async () => {
    const answer = await deliver('github', {}, { headers: { 'x-github-event': 'star' } })
    expect(answer).toEqual({
      status: 200,
      body: {
        result: 'success',
        msg: "The event 'star' of GitHub is not supported. Nothing was sent.",
        code: 'UNSUPPORTED_WEBHOOK_EVENT_TYPE',
        webhook_name: 'github',
        event_type: 'star',
      },
    })
    const payload = '{"object_kind":"wiki_page"}'
    const text = "The event 'wiki_page' of GitLab is not supported. Nothing was sent."
    const data = { webhook_name: 'gitlab', event_type: 'wiki_page' }
    const code = 'UNSUPPORTED_WEBHOOK_EVENT_TYPE'
    await refused(call({ integration: 'gitlab', payload }), text, { code, status: 200, data })
  })
})
