import { beforeAll, describe, expect, test } from 'vitest'
import { endpoints } from '../../../api/endpoints/index.ts'
import { ApiError } from '../../../api/errors.ts'
import type { Person } from '../../../test/harness.ts'
import { FIXTURES } from '../../../test/integrations/payloads/all.ts'
import { webhookBot } from '../../../test/people.ts'
import { useServer } from '../../../test/use-server.ts'
import { INTEGRATIONS } from './all.ts'
import { readDelivery } from './read-delivery.ts'

/** Payloads that nobody's service sends: 4xx and 200 in JSON, never 5xx, and nobody is mentioned. */
const { server, ann } = useServer({ members: ['ann'], channel: 'kitchen', env: { PARLEY_RATE_LIMITS: 'off' } })
let hook: Person

beforeAll(async () => {
  hook = await webhookBot(server, 'Hook', ann)
})

async function deliver(name: string, body: string, headers: Readonly<Record<string, string>> = {}) {
  const response = await fetch(`${server.url}/api/v1/external/${name}?stream=kitchen&api_key=${hook.apiKey}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body,
  })
  const answer = (await response.json()) as { result: string; msg: string; code?: string }
  return { status: response.status, ...answer }
}

const WRONG: readonly unknown[] = [
  null,
  true,
  -1,
  1e300,
  '',
  'x',
  [],
  [[]],
  {},
  [null, 1, 'x', {}],
  JSON.parse('{"__proto__":1}'),
]

/** Every payload that differs from this one in one place, at most so deep. */
function* mutations(value: unknown, replacements: readonly unknown[], depth = 4): Generator<unknown> {
  yield* replacements
  if (typeof value !== 'object' || value === null || depth === 0) return
  for (const [key, inner] of Object.entries(value)) {
    for (const changed of mutations(inner, replacements, depth - 1)) {
      yield Array.isArray(value) ? value.with(Number(key), changed) : { ...value, [key]: changed }
    }
  }
}

/** The same payload with another text in every place that has one. */
function withTexts(value: unknown, change: (text: string, name: string) => string, name = ''): unknown {
  if (typeof value === 'string') return change(value, name)
  if (Array.isArray(value)) return value.map((item) => withTexts(item, change, name))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, withTexts(inner, change, key)]))
}

describe.each(INTEGRATIONS.map((integration) => [integration.name, integration] as const))(
  '%s',
  (name, integration) => {
    const fixtures = FIXTURES[name] ?? []

    test('wrong types everywhere', () => {
      for (const { payload, headers = {} } of fixtures) {
        const given = new Map(Object.entries(headers))
        for (const changed of mutations(payload, WRONG)) {
          const delivery = { payload: JSON.stringify(changed), header: (header: string) => given.get(header) }
          try {
            const notice = readDelivery(integration, delivery, { ignorePrivate: false })
            if (notice) expect([typeof notice.topic, typeof notice.content]).toEqual(['string', 'string'])
          } catch (error) {
            if (!(error instanceof ApiError)) throw error
            expect(error.code).toMatch(/WEBHOOK/)
          }
        }
      }
    })

    test.each([
      ['huge', 'x'.repeat(200_000)],
      ['huge and blank', ' '.repeat(200_000)],
      ['of signs', '*_~`[]()<>@#|!$:/\\'.repeat(5_000)],
      ['of open comments', '<!--'.repeat(50_000)],
      ['of unseen characters', '\0\u0001\u202e\u2066\u200b\ud800\udfff'.repeat(100)],
      ['of many lines', '\n\r\n\u2028> '.repeat(1_000)],
      ['named like a property', '__proto__'],
    ])('texts that are %s', async (_, text) => {
      for (const { payload, headers } of fixtures) {
        const body = JSON.stringify(withTexts(payload, () => text))
        if (body.length > 1_000_000) continue
        const { status, msg } = await deliver(name, body, headers)
        expect(status, msg).toBeLessThan(500)
      }
    })

    test('mentions nobody, whatever its texts say', async () => {
      const hostile = [
        '@**Ann** @_**Ann** @**all** @**topic** @*role:members*',
        '](https://x.example) @**Ann** [',
        '\n\n@**Ann**\n\n```\n@**Ann**',
        '`@**Ann** ` **@**Ann**** ~~@**Ann**~~',
        '/me says @**Ann**',
        '/poll Who?\n@**Ann**',
        '<https://x.example|@**Ann**> &lt;@**Ann**&gt; @<!x|**Ann**> @*Ann* *@**Ann***',
      ]
      for (const { payload, headers } of fixtures) {
        for (const text of hostile) {
          // Texts that choose what is shown stay as they are.
          const keep = /^(action|type|state|status|conclusion|object_kind|noteable_type|ref|before|after)$/
          const body = JSON.stringify(withTexts(payload, (old, at) => (keep.test(at) ? old : text)))
          expect((await deliver(name, body, headers)).status).toBe(200)
        }
      }
      const asked = { anchor: 'newest', num_before: 1_000, num_after: 0 }
      const { messages } = await ann.client.call(endpoints.getMessages, asked)
      const ours = messages.filter(({ sender_id: sender }) => sender === hook.id)
      expect(ours.length).toBeGreaterThan(0)
      for (const { content, flags, is_me_message: isMe, submessages } of ours) {
        expect(content).not.toMatch(/user-mention|topic-mention|user-group-mention/)
        expect(flags).not.toContain('mentioned')
        expect([isMe, submessages]).toEqual([false, []])
      }
    })
  },
)

test('a payload with keys of objects changes nothing', async () => {
  const body = '{"__proto__":{"featured_title":"no"},"constructor":{"prototype":{"x":1}},"a":1,"a":2}'
  expect(await deliver('helloworld', body)).toMatchObject({ status: 200 })
  expect(await deliver('json', body)).toMatchObject({ status: 200 })
  expect(({} as Record<string, unknown>)['x']).toBeUndefined()
  const asked = { anchor: 'newest', num_before: 1, num_after: 0 }
  const { messages } = await ann.client.call(endpoints.getMessages, asked)
  expect(messages.at(-1)?.content).toContain('__proto__')
})

test('a payload that would become very long when indented is not', async () => {
  const body = `${'['.repeat(49)}${'[],'.repeat(300_000)}[]${']'.repeat(49)}`
  expect(await deliver('json', body)).toMatchObject({ status: 200 })
})
