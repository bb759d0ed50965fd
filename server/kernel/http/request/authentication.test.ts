import { describe, expect, it } from 'vitest'
import { basic, createKernel, KEY, KEY_ELSEWHERE, mia } from '../../../../test/http/kernel-fixture.ts'

const { app } = createKernel()

async function get(url: string, authorization?: string, kernel = app) {
  const response = await kernel.inject({
    url: `/api/v1${url}`,
    headers: authorization === undefined ? {} : { authorization },
  })
  const { result: _, msg, code } = response.json() as Record<string, string>
  return { status: response.statusCode, code, msg, challenge: response.headers['www-authenticate'] }
}

const NOT_LOGGED_IN = 'Not logged in: API authentication or user session required'
const INVALID_HEADER = 'Invalid authorization header for basic auth'

describe('refused callers', () => {
  it.each([
    ['no header', undefined, 401, 'UNAUTHORIZED', NOT_LOGGED_IN],
    ['another scheme', 'Bearer abc', 400, 'BAD_REQUEST', 'This endpoint requires HTTP basic authentication.'],
    [
      'a scheme with parts',
      'Digest a="x", b="y"',
      400,
      'BAD_REQUEST',
      'This endpoint requires HTTP basic authentication.',
    ],
    ['no credentials', 'Basic', 401, 'UNAUTHORIZED', INVALID_HEADER],
    ['not base64', 'Basic !!!', 401, 'UNAUTHORIZED', INVALID_HEADER],
    ['no colon', `Basic ${btoa('mia')}`, 401, 'UNAUTHORIZED', INVALID_HEADER],
    ['two colons', `Basic ${btoa('mia:a:b')}`, 401, 'UNAUTHORIZED', INVALID_HEADER],
    ['not UTF-8', `Basic ${Buffer.from([0xff, 0x3a, 0x61]).toString('base64')}`, 401, 'UNAUTHORIZED', INVALID_HEADER],
    ['a short key', basic('mia@example.com', 'short'), 401, 'UNAUTHORIZED', 'Malformed API key'],
    ['a key with odd letters', basic('mia@example.com', '-'.repeat(32)), 401, 'UNAUTHORIZED', 'Malformed API key'],
    ['a wrong key', basic('mia@example.com', 'x'.repeat(32)), 401, 'UNAUTHORIZED', 'Invalid API key'],
    ['an unknown account', basic('nobody@example.com'), 401, 'UNAUTHORIZED', 'Invalid API key'],
    ['a deactivated account', basic('gone@example.com'), 401, 'UNAUTHORIZED', 'Account is deactivated'],
    [
      'an account of another organization',
      basic('far@example.com', KEY_ELSEWHERE),
      401,
      'UNAUTHORIZED',
      'Account is not associated with this subdomain',
    ],
    [
      'a webhook bot',
      basic('hook@example.com'),
      401,
      'UNAUTHORIZED',
      'This API is not available to incoming webhook bots.',
    ],
  ])('%s', async (_, authorization, status, code, msg) => {
    const challenge = code === 'UNAUTHORIZED' ? 'Basic realm="parley"' : undefined
    expect(await get('/things/1', authorization)).toEqual({ status, code, msg, challenge })
  })

  it('a wrong key of another organization reveals nothing', async () => {
    expect(await get('/things/1', basic('far@example.com', 'x'.repeat(32)))).toMatchObject({ msg: 'Invalid API key' })
  })
})

describe('accepted callers', () => {
  it.each([
    ['real email', basic('mia@example.com')],
    ['API email', basic('user3@parley.test')],
    ['another case', basic('MIA@Example.COM')],
    ['spaces around', basic(' mia@example.com ', ` ${KEY} `)],
    ['a scheme in another case', mia.authorization.replace('Basic', 'bAsIc')],
  ])('%s', async (_, authorization) => {
    expect((await get('/things/1', authorization)).status).toBe(200)
  })

  it('a webhook bot on endpoints that allow it', async () => {
    expect((await get('/hooks', basic('hook@example.com'))).status).toBe(200)
  })

  it('no credentials on public endpoints; but wrong ones are refused where they count', async () => {
    expect((await get('/open')).status).toBe(200)
    expect((await get('/open', 'Basic !!!')).status).toBe(200)
    expect((await get('/maybe')).status).toBe(200)
    expect((await get('/maybe', mia.authorization)).status).toBe(200)
    expect((await get('/maybe', basic('mia@example.com', 'x'.repeat(32)))).code).toBe('UNAUTHORIZED')
  })
})

describe('roles', () => {
  const must = (role: string) => ({
    status: 400,
    code: 'UNAUTHORIZED_PRINCIPAL',
    msg: `Must be an organization ${role}`,
  })

  it.each([
    ['/admins', 'mia', must('administrator')],
    ['/admins', 'ada', { status: 200 }],
    ['/admins', 'olga', { status: 200 }],
    ['/owners', 'ada', must('owner')],
    ['/owners', 'olga', { status: 200 }],
  ])('%s by %s', async (url, name, expected) => {
    expect(await get(url, basic(`${name}@example.com`))).toMatchObject(expected)
  })
})

describe('organizations', () => {
  it('that are deactivated refuse all callers', async () => {
    const { app } = createKernel({ realm: 'deactivated' })
    const refusal = { status: 401, msg: 'This organization has been deactivated' }
    expect(await get('/things/1', mia.authorization, app)).toMatchObject({ ...refusal, code: 'UNAUTHORIZED' })
    expect(await get('/open', undefined, app)).toMatchObject({ ...refusal, code: 'REALM_DEACTIVATED' })
  })

  it('that do not exist refuse all callers', async () => {
    const { app } = createKernel({ realm: 'none' })
    const refusal = { status: 404, code: 'NONEXISTENT_SUBDOMAIN', msg: 'Invalid subdomain' }
    expect(await get('/things/1', mia.authorization, app)).toMatchObject(refusal)
  })
})

describe('the name of the client', () => {
  it.each([
    ['Mobile/1.0 (android)', '', 'Mobile'],
    ['curl/8.5', '', 'curl'],
    ['x'.repeat(40), '', 'x'.repeat(30)],
    ['', '', 'Unspecified'],
    ['curl/8.5', 'client=website', 'website'],
    ['curl/8.5', 'client=a%00b%01%E2%80%AEc', 'abc'],
    ['curl/8.5', 'client=%00', 'curl'],
    ['curl/8.5', `client=${'😀'.repeat(31)}`, '😀'.repeat(30)],
  ])('%s %s', async (userAgent, payload, client) => {
    const headers = { ...mia, 'content-type': 'application/x-www-form-urlencoded', 'user-agent': userAgent }
    const response = await app.inject({ method: 'POST', url: '/api/v1/echo', headers, payload })
    expect(response.json()).toMatchObject({ client })
  })
})
