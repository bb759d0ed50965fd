import { describe, expect, it } from 'vitest'
import { basic, createKernel, KEY, KEY_ELSEWHERE, mia } from '../../../../test/http/kernel-fixture.ts'

/** Operations that take the body of another service, and the key in the query. */
const lines: string[] = []
const { app } = createKernel({ log: (line) => lines.push(line) })

async function post(query: string, payload: string | Buffer, headers: Record<string, string> = {}) {
  const response = await app.inject({ method: 'POST', url: `/api/v1/takes-body${query}`, headers, payload })
  return { status: response.statusCode, body: response.json() as Record<string, unknown> }
}

const JSON_TYPE = { 'content-type': 'application/json' }
const FORM = { 'content-type': 'application/x-www-form-urlencoded' }

describe('a parameter that takes the body', () => {
  it.each([
    ['of JSON', JSON_TYPE, '{"a": 1}', '{"a": 1}'],
    ['of JSON with a charset', { 'content-type': 'application/json; charset=utf-8' }, '"ü"', '"ü"'],
    ['of another type', { 'content-type': 'text/plain' }, 'body=x', 'body=x'],
    ['without a type', {}, '{}', '{}'],
    ['of a form, where it is a field', FORM, 'body=%7B%7D&note=n', '{}'],
    ['of JSON that claims to be a form, as curl -d sends it', FORM, '{"a": "1&2=%41+"}', '{"a": "1&2=%41+"}'],
    ['of JSON after white space that claims to be a form', FORM, '\n [1]', '\n [1]'],
  ])('%s', async (_, headers, payload, body) => {
    expect(await post('', payload, { ...mia, ...headers })).toMatchObject({ status: 200, body: { body } })
  })

  it('leaves the query to the other parameters', async () => {
    expect(await post('?note=n&body=x', '{}', { ...mia, ...JSON_TYPE })).toMatchObject({
      body: { body: '{}', note: 'n' },
    })
  })

  it('is missing without a body', async () => {
    const refusal = { status: 400, body: { code: 'REQUEST_VARIABLE_MISSING', msg: "Missing 'body' argument" } }
    expect(await post('', '', { ...mia, ...JSON_TYPE })).toMatchObject(refusal)
    expect(await post('', 'note=n', { ...mia, ...FORM })).toMatchObject(refusal)
  })

  it('takes no bytes that are not text, and no more than other bodies', async () => {
    const refusal = { status: 400, body: { msg: 'The body is not valid UTF-8' } }
    expect(await post('', Buffer.from([0xff]), { ...mia, ...JSON_TYPE })).toMatchObject(refusal)
    expect(await post('', 'x'.repeat(1_048_577), { ...mia, ...JSON_TYPE })).toMatchObject({ status: 413 })
  })
})

describe('the key in the query', () => {
  it('identifies its account', async () => {
    // All accounts of this kernel have the same key, and the first one is found.
    expect(await post(`?api_key=${KEY}`, '{}', JSON_TYPE)).toMatchObject({ status: 200, body: { who: 1 } })
  })

  it.each([
    ['wrong', 'x'.repeat(32), 'Invalid API key'],
    ['short', 'x', 'Malformed API key'],
    ['empty', '', 'Malformed API key'],
    ['of another organization', KEY_ELSEWHERE, 'Account is not associated with this subdomain'],
  ])('is refused if it is %s', async (_, key, msg) => {
    const refusal = { status: 401, body: { result: 'error', code: 'UNAUTHORIZED', msg } }
    expect(await post(`?api_key=${key}`, '{}', JSON_TYPE)).toMatchObject(refusal)
  })

  it('does not count beside a header, in the body, or for other operations', async () => {
    const wrong = { authorization: basic('mia@example.com', 'x'.repeat(32)) }
    expect(await post(`?api_key=${KEY}`, '{}', { ...wrong, ...JSON_TYPE })).toMatchObject({ status: 401 })
    expect(await post('', `api_key=${KEY}&body=x`, FORM)).toMatchObject({ status: 401 })
    expect((await app.inject({ url: `/api/v1/things/1?api_key=${KEY}` })).statusCode).toBe(401)
  })

  it('has the limits of its account, and a wrong one those of the address', async () => {
    const limited = createKernel().app
    const remaining = async (key: string) => {
      const url = `/api/v1/takes-body?api_key=${key}`
      const request = { method: 'POST', url, headers: JSON_TYPE, payload: '{}', remoteAddress: '203.0.113.7' } as const
      const { headers } = await limited.inject(request)
      return `${headers['x-ratelimit-remaining']} of ${headers['x-ratelimit-limit']}`
    }
    expect(await remaining(KEY)).toBe('199 of 200')
    expect(await remaining('x'.repeat(32))).toBe('99 of 100')
    expect(await remaining('y'.repeat(32))).toBe('98 of 100')
  })

  it('is not in the log', async () => {
    await post(`?api_key=${KEY}`, '{}', JSON_TYPE)
    expect(lines.join('')).toContain('/api/v1/takes-body')
    expect(lines.join('')).not.toContain(KEY)
  })
})

it('an error with status 200 is a success with a code', async () => {
  expect(await post('?note=ignore', '{}', { ...mia, ...JSON_TYPE })).toEqual({
    status: 200,
    body: { result: 'success', msg: 'Ignored.', code: 'UNSUPPORTED_WEBHOOK_EVENT_TYPE', event_type: 'x' },
  })
})
