import { once } from 'node:events'
import { type IncomingMessage, request } from 'node:http'
import { beforeAll, describe, expect, test, vi } from 'vitest'
import { endpoints } from '../../../api/endpoints/index.ts'
import { type Client, createClient } from '../../../client/client.ts'
import { startTestServer, type TestServer } from '../../../test/harness.ts'
import { heldAfter } from '../../../test/http/heap-fixture.ts'
import { bot } from '../../../test/people.ts'
import { recordCoverage } from '../../../test/record-coverage.ts'
import { refused } from '../../../test/refusals.ts'
import { useServer } from '../../../test/use-server.ts'
import { systemClock } from '../../kernel/base/clock.ts'
import { deactivateUser } from '../deactivation/deactivate-user.ts'

const PASSWORD = 'correct horse battery staple'
const WRONG = 'Your username or password is incorrect'
const UNAVAILABLE = 'Endpoint not available in production.'

const FORM = { 'content-type': 'application/x-www-form-urlencoded' }

const visitorOf = (server: TestServer) => createClient({ url: server.url, strict: true, observe: recordCoverage })

vi.mock(import('@node-rs/argon2'), async (original) => {
  const library = await original()
  return { ...library, verify: vi.fn(library.verify), hash: vi.fn(library.hash) }
})

/** The number of computed hashes and of statements. */
async function workOf(server: TestServer, call: () => Promise<unknown>) {
  const argon2 = await import('@node-rs/argon2')
  const count = () => [argon2.verify, argon2.hash].reduce((sum, spied) => sum + vi.mocked(spied).mock.calls.length, 0)
  const { statements } = server.ctx.database
  const [hashes, before] = [count(), statements.count]
  await call()
  return { hashes: count() - hashes, statements: statements.count - before }
}

describe('an API key', () => {
  let later = 0
  const now = () => systemClock.now() + later * 1000
  const monotonic = () => systemClock.monotonic() + later * 1000
  const { server, ann } = useServer({ members: ['ann'], clock: { now, monotonic } })
  let visitor: Client

  beforeAll(() => {
    visitor = visitorOf(server)
  })

  const fetchKey = (username: string, password = PASSWORD) =>
    visitor.call(endpoints.fetchApiKey, { username, password })
  const denied = (call: Promise<unknown>) => refused(call, WRONG, { code: 'AUTHENTICATION_FAILED', status: 401 })

  test('is returned for email and password, whatever the case of the email', async () => {
    const answer = { api_key: ann.apiKey, email: ann.email, user_id: ann.id }
    expect(await fetchKey('ann@example.org')).toEqual(answer)
    expect(await fetchKey(' Ann@Example.ORG ')).toEqual(answer)
  })

  test('is not returned for a wrong password or an unknown name, with the same error', async () => {
    await denied(fetchKey('ann@example.org', 'guess'))
    await denied(fetchKey('nobody@example.org'))
    await denied(fetchKey('', ''))
  })

  test.each([
    ['short', 'guess'],
    ['empty', ''],
    ['of the greatest length', 'x'.repeat(100)],
    ['too long', 'x'.repeat(101)],
    ['far too long', 'x'.repeat(900_000)],
  ])('is refused after the same work whether or not the account exists: a password %s', async (_, password) => {
    // Heartbeats would be counted.
    await server.ctx.nodes.leave()
    const { email } = await server.person(`Guessed ${password.length}`)
    const helper = await bot(server, `Helper ${password.length}`, ann)
    for (const name of [email, helper.email, `nobody${password.length}@example.org`])
      expect(await workOf(server, () => denied(fetchKey(name, password)))).toEqual({ hashes: 1, statements: 1 })
  })

  test('is not returned for a password that only starts with the right one', async () => {
    await denied(fetchKey(ann.email, PASSWORD + 'x'.repeat(101)))
    await denied(fetchKey(ann.email, PASSWORD.padEnd(1_000, ' ')))
    await fetchKey(ann.email)
  })

  test('is not returned to bots, which have no password', async () => {
    const helper = await bot(server, 'Helper', ann)
    await denied(fetchKey(helper.email, ''))
  })

  test('is not returned to a deactivated account, which is revealed only with the right password', async () => {
    const dan = await server.person('Dan')
    const user = server.realm.users.get(dan.id)!
    await server.ctx.transact(server.realm.id, (tx) => deactivateUser(tx, user))
    await refused(fetchKey(dan.email), 'Account is deactivated', { code: 'USER_DEACTIVATED', status: 401 })
    await denied(fetchKey(dan.email, 'guess'))
  })

  test('five wrong guesses count for one account, however its name is written', async () => {
    const { id } = await server.person('Sissi')
    const { apiEmail } = server.realm.users.get(id)!
    for (let guess = 0; guess < 5; guess += 1) await denied(fetchKey('sissi@example.org', `guess ${guess}`))
    for (const name of [apiEmail, 'ſiſſi@example.org', 'ßißi@example.org', ' SISSI@example.org', 'sıssı@example.org']) {
      await expect(fetchKey(name, 'guess'), name).rejects.toMatchObject({ code: expect.stringMatching(/RATE|FAILED/) })
    }
    for (const name of [apiEmail, 'ſiſſi@example.org', ' SISSI@example.org']) {
      await expect(fetchKey(name), name).rejects.toMatchObject({ code: 'RATE_LIMIT_HIT' })
    }
  })

  test('is refused for any number of long names, and nothing of them is kept', async () => {
    const names = Array.from({ length: 30 }, (_, n) => n)
    const held = await heldAfter(() => Promise.all(names.map((n) => denied(fetchKey(`${n}${'x'.repeat(900_000)}`)))))
    expect(held).toBeLessThan(10)
  })

  test('is not returned to an account that is deactivated while the password is checked', async () => {
    const { id, email } = await server.person('Fay')
    const { verify } = vi.mocked(await import('@node-rs/argon2'))
    const check = verify.getMockImplementation()!
    verify.mockImplementationOnce(async (...args) => {
      await server.ctx.transact(server.realm.id, (tx) => deactivateUser(tx, server.realm.users.get(id)!))
      return check(...args)
    })
    await expect(fetchKey(email)).rejects.toMatchObject({ code: 'USER_DEACTIVATED' })
  })

  test('is returned to eight simultaneous requests', async () => {
    await server.person('Ida')
    const answers = await Promise.all(Array.from({ length: 8 }, () => fetchKey('ida@example.org')))
    expect(answers).toHaveLength(8)
  })

  test('is not returned for half an hour after five wrong guesses, even for the right password', async () => {
    await server.person('Eve')
    for (let guess = 0; guess < 5; guess += 1) await denied(fetchKey('eve@example.org', `guess ${guess}`))
    const call = fetchKey('EVE@example.org')
    await expect(call).rejects.toMatchObject({ code: 'RATE_LIMIT_HIT', status: 429 })
    await expect(call).rejects.toSatisfy((error) => (error as { retryAfter: number }).retryAfter > 1_700_000)
    await fetchKey('ann@example.org')
    later = 1801
    await fetchKey('eve@example.org')
  })

  test('is returned repeatedly: a right password clears the guesses', async () => {
    for (let round = 0; round < 3; round += 1) {
      for (let guess = 0; guess < 4; guess += 1) await denied(fetchKey('ann@example.org', 'guess'))
      await fetchKey('ann@example.org')
    }
  })

  test('needs both parameters', async () => {
    const call = visitor.call(endpoints.fetchApiKey, { username: 'ann@example.org' } as never)
    await refused(call, "Missing 'password' argument", { code: 'REQUEST_VARIABLE_MISSING' })
  })

  test('is not available without a password, except on a development server', async () => {
    await refused(visitor.call(endpoints.devFetchApiKey, { username: ann.email }), UNAVAILABLE)
    await refused(visitor.call(endpoints.devListUsers, {}), UNAVAILABLE)
  })
})

describe('a development server', () => {
  const { server, ann } = useServer({ members: ['ann'], env: { PARLEY_DEVELOPMENT: 'on' } })
  let visitor: Client

  beforeAll(() => {
    visitor = visitorOf(server)
  })

  test('lists people and returns their keys', async () => {
    await bot(server, 'Helper', ann)
    const realm_url = 'http://localhost:9991'
    expect(await visitor.call(endpoints.devListUsers, {})).toEqual({
      direct_admins: [{ email: 'olivia@example.org', realm_url }],
      direct_users: [{ email: ann.email, realm_url }],
    })
    const answer = await visitor.call(endpoints.devFetchApiKey, { username: ann.email })
    expect(answer).toEqual({ api_key: ann.apiKey, email: ann.email, user_id: ann.id })
  })

  test('returns none for an unknown or deactivated account', async () => {
    const call = (username: string) => visitor.call(endpoints.devFetchApiKey, { username })
    await refused(call('nobody@example.org'), 'No such user')
    const dan = await server.person('Dan')
    const user = server.realm.users.get(dan.id)!
    await server.ctx.transact(server.realm.id, (tx) => deactivateUser(tx, user))
    await refused(call(dan.email), 'Account is deactivated', { code: 'USER_DEACTIVATED' })
  })

  test('does so only for callers on this machine', async () => {
    const ask = async (headers: Record<string, string>) => {
      const response = await fetch(`${server.url}/api/v1/dev_list_users`, { headers })
      return ((await response.json()) as { msg: string }).msg
    }
    expect(await ask({})).toBe('')
    expect(await ask({ 'x-forwarded-for': '203.0.113.7' })).toBe(UNAVAILABLE)
    expect(await ask({ 'x-forwarded-for': '127.0.0.1' })).toBe(UNAVAILABLE)
  })

  test.each([
    ['from a page of another origin', { origin: 'https://evil.example' }],
    ['from a page with a rebound host name', { host: 'evil.example' }],
  ])('does not when the request comes %s', async (_, headers) => {
    const path = '/api/v1/dev_fetch_api_key'
    const sent = request(`${server.url}${path}`, { method: 'POST', headers: { ...FORM, ...headers } })
    sent.end(`username=${ann.email}`)
    const [response] = (await once(sent, 'response')) as [IncomingMessage]
    const answer = JSON.parse(Buffer.concat(await response.toArray()).toString()) as { msg: string }
    expect(answer).toMatchObject({ result: 'error', msg: UNAVAILABLE })
  })

  test('does not behind a proxy on this machine, whatever headers it sends', async () => {
    const env = { PARLEY_DEVELOPMENT: 'on', PARLEY_TRUSTED_PROXIES: '127.0.0.1' }
    const proxied = await startTestServer({ env })
    await refused(visitorOf(proxied).call(endpoints.devListUsers, {}), UNAVAILABLE)
    await proxied.close()
  })
})
