import { beforeEach, describe, expect, test } from 'vitest'
import { endpoints } from '../../../api/endpoints/index.ts'
import { Browser } from '../../../test/browser-visit.ts'
import { TestClock } from '../../../test/clock.ts'
import { type Person, startTestServer } from '../../../test/harness.ts'
import { bot } from '../../../test/people.ts'
import { refused } from '../../../test/refusals.ts'
import { useServer } from '../../../test/use-server.ts'
import { deviceName } from './device-name.ts'
import { MAX_SESSIONS } from './start-session.ts'

const PASSWORD = 'correct horse battery staple'
const FIREFOX = { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0' }
const DAY = 86_400
const { getSessions, endSession, endAllSessions, updateSettings, deactivateUser } = endpoints

describe('sessions', () => {
  const clock = new TestClock()
  const { server } = useServer({ clock, env: { PARLEY_RATE_LIMITS: 'off' } })
  let ann: Person
  let count = 0

  beforeEach(async () => {
    count += 1
    ann = await server.person(`Ann ${count}`)
  })

  const signedIn = async (person = ann, headers: Record<string, string> = FIREFOX) => {
    const browser = new Browser(server, headers)
    const answer = await browser.signIn(person.email, PASSWORD)
    expect(answer.status).toBe(303)
    return browser
  }
  const whoIs = async (browser: Browser) => {
    const { status, body } = await browser.json('GET', '/users/me')
    return status === 200 ? body['user_id'] : status
  }
  const rows = () => server.database.db.selectFrom('session').selectAll().where('user_id', '=', ann.id).execute()

  describe('of a browser', () => {
    test('make every operation answer under /json', async () => {
      const browser = await signedIn()
      expect(await whoIs(browser)).toBe(ann.id)
      const message = { type: 'direct', to: `[${ann.id}]`, content: 'To myself' }
      const sent = await browser.json('POST', '/messages', message)
      expect(sent.body).toMatchObject({ result: 'success', id: expect.any(Number) })
      const [stored] = (await ann.client.call(endpoints.getMessages, { message_ids: [Number(sent.body['id'])] }))
        .messages
      expect(stored).toMatchObject({ sender_id: ann.id, client: 'website' })
    })

    test('have cookies that scripts of pages and other sites cannot take', async () => {
      const browser = new Browser(server)
      const answer = await browser.signIn(ann.email, PASSWORD)
      const set = answer.headers.getSetCookie()
      const session = set.find((one) => one.startsWith('sessionid='))
      expect(session).toMatch(/^sessionid=[\da-f]{64}; Path=\/; Max-Age=1209600; SameSite=Lax; HttpOnly$/)
      expect(set.find((one) => one.startsWith('csrftoken='))).toMatch(
        /^csrftoken=[\da-f]{64}; Path=\/; .*SameSite=Lax$/,
      )
    })

    test('are stored as a hash only', async () => {
      const browser = await signedIn()
      const token = browser.cookies.get('sessionid')!
      const [row] = await rows()
      expect(row).toMatchObject({ token_hash: server.ctx.secret.hashKey(token), device: 'Firefox on Linux' })
      expect(JSON.stringify(row)).not.toContain(token)
    })

    test('get a new token with every sign-in, whatever the browser had before', async () => {
      const planted = 'a'.repeat(64)
      const browser = new Browser(server)
      browser.cookies.set('sessionid', planted)
      await browser.signIn(ann.email, PASSWORD)
      const first = browser.cookies.get('sessionid')
      expect(first).not.toBe(planted)
      const attacker = new Browser(server)
      attacker.cookies.set('sessionid', planted)
      expect(await whoIs(attacker)).toBe(401)
    })

    test('end when the same browser signs in again', async () => {
      const browser = await signedIn()
      const old = new Browser(server)
      for (const [name, value] of browser.cookies) old.cookies.set(name, value)
      const csrf = browser.cookies.get('csrftoken')!
      const fields = { username: ann.email, password: PASSWORD, csrfmiddlewaretoken: csrf }
      const again = await browser.request('/login/', { method: 'POST', body: new URLSearchParams(fields) })
      expect(again.status).toBe(303)
      expect([await whoIs(browser), await whoIs(old)]).toEqual([ann.id, 401])
      expect(await rows()).toHaveLength(1)
    })

    test('do not count under /api/v1, and keys do not count under /json', async () => {
      const browser = await signedIn()
      expect((await browser.request('/api/v1/users/me')).status).toBe(401)
      const authorization = `Basic ${btoa(`${ann.email}:${ann.apiKey}`)}`
      const answer = await fetch(`${server.url}/json/users/me`, { headers: { authorization } })
      expect(answer.status).toBe(401)
      expect(answer.headers.get('www-authenticate')).toBe('Session realm="parley"')
      expect(await answer.json()).toEqual({
        result: 'error',
        code: 'UNAUTHORIZED',
        msg: 'Not logged in: API authentication or user session required',
      })
    })

    test('show files that need an account', async () => {
      const browser = await signedIn()
      expect((await browser.request(`/avatar/${ann.id}`)).status).toBe(302)
    })
  })

  describe('against forged requests', () => {
    const refusedBecause = (reason: string) => ({
      status: 403,
      body: { result: 'error', code: 'CSRF_FAILED', msg: `CSRF error: ${reason}`, reason },
    })
    const attempt = (browser: Browser, headers: Record<string, string>, fields = {}) =>
      browser.json('POST', '/users/me/presence', { status: 'active', ...fields }, headers)

    test('a change needs the token, in a header or in the form', async () => {
      const browser = await signedIn()
      const token = browser.cookies.get('csrftoken')!
      expect(await attempt(browser, { 'X-CSRFToken': '' })).toMatchObject(refusedBecause('CSRF token missing.'))
      expect(await attempt(browser, { 'X-CSRFToken': 'x' })).toMatchObject(refusedBecause('CSRF token incorrect.'))
      expect((await attempt(browser, { 'X-CSRFToken': token })).body).toMatchObject({ result: 'success' })
      const form = new URLSearchParams({ status: 'active', csrfmiddlewaretoken: token })
      const { text } = await browser.request('/json/users/me/presence', { method: 'POST', body: form })
      expect(JSON.parse(text)).not.toHaveProperty('ignored_parameters_unsupported')
      expect(JSON.parse(text)).toMatchObject({ result: 'success' })
    })

    test('a change needs the cookie', async () => {
      const browser = await signedIn()
      browser.cookies.delete('csrftoken')
      expect(await attempt(browser, { 'X-CSRFToken': 'x' })).toMatchObject(refusedBecause('CSRF cookie not set.'))
      expect(await attempt(new Browser(server), {})).toMatchObject(refusedBecause('CSRF cookie not set.'))
    })

    test('a cookie that somebody else has planted is not enough', async () => {
      const browser = await signedIn()
      browser.cookies.set('csrftoken', 'planted')
      const planted = attempt(browser, { 'X-CSRFToken': 'planted' })
      expect(await planted).toMatchObject(refusedBecause('CSRF token incorrect.'))
    })

    test('a page of another site is refused by its name', async () => {
      const browser = await signedIn()
      const reason = 'Origin checking failed - https://evil.example does not match any trusted origins.'
      expect(await attempt(browser, { origin: 'https://evil.example' })).toMatchObject(refusedBecause(reason))
      expect((await attempt(browser, { origin: server.url })).status).toBe(200)
    })

    test('a POST that calls itself a GET needs the token too', async () => {
      const browser = await signedIn()
      const body = new URLSearchParams({ method: 'GET' })
      expect((await browser.request('/json/users/me', { method: 'POST', body })).status).toBe(403)
    })

    test('reading needs no token', async () => {
      const browser = await signedIn()
      browser.cookies.delete('csrftoken')
      expect(await whoIs(browser)).toBe(ann.id)
    })
  })

  describe('are listed', () => {
    test('with the browser that asks', async () => {
      const [first, second] = [await signedIn(), await signedIn(ann, {})]
      const listed = (await first.json('GET', '/users/me/sessions')).body['sessions']
      expect(listed).toMatchObject([
        { device: 'Firefox on Linux', is_current: true },
        { device: 'Unknown browser', is_current: false },
      ])
      expect(second.cookies.size).toBe(2)
      const byKey = await ann.client.call(getSessions, {})
      expect(byKey.sessions.map(({ is_current }) => is_current)).toEqual([false, false])
    })

    test('only to their owner, and not for bots', async () => {
      await signedIn()
      expect((await server.owner.call(getSessions, {})).sessions).toEqual([])
      const robot = await bot(server, `Robot ${count}`, ann)
      const msg = 'This endpoint does not accept bot requests.'
      await refused(robot.client.call(getSessions, {}), msg)
      await refused(robot.client.call(endSession, { session_id: 1 }), msg)
      await refused(robot.client.call(endAllSessions, {}), msg)
    })
  })

  describe('end', () => {
    test('one by one', async () => {
      const [first, second] = [await signedIn(), await signedIn()]
      const [one] = (await ann.client.call(getSessions, {})).sessions
      const missing = { code: 'BAD_REQUEST', status: 404 } as const
      await refused(server.owner.call(endSession, { session_id: one!.id }), 'Session does not exist', missing)
      await ann.client.call(endSession, { session_id: one!.id })
      expect([await whoIs(first), await whoIs(second)]).toEqual([401, ann.id])
      await refused(ann.client.call(endSession, { session_id: one!.id }), 'Session does not exist', missing)
    })

    test('everywhere', async () => {
      const [first, second] = [await signedIn(), await signedIn()]
      expect(await ann.client.call(endAllSessions, {})).toEqual({ ended_count: 2 })
      expect([await whoIs(first), await whoIs(second), await rows()]).toEqual([401, 401, []])
    })

    test('everywhere else', async () => {
      const [first, second] = [await signedIn(), await signedIn()]
      const { body } = await first.json('DELETE', '/users/me/sessions', { keep_current: 'true' })
      expect(body).toMatchObject({ ended_count: 1 })
      expect([await whoIs(first), await whoIs(second)]).toEqual([ann.id, 401])
    })

    test('elsewhere with a new password', async () => {
      const [first, second] = [await signedIn(), await signedIn()]
      const change = { old_password: PASSWORD, new_password: 'nine purple otters sing' }
      expect((await first.json('PATCH', '/settings', change)).status).toBe(200)
      expect([await whoIs(first), await whoIs(second)]).toEqual([ann.id, 401])
      await ann.client.call(updateSettings, { old_password: change.new_password, new_password: PASSWORD })
      expect(await whoIs(first)).toBe(401)
    })

    test('with a deactivation, and do not come back with a reactivation', async () => {
      const browser = await signedIn()
      await server.owner.call(deactivateUser, { user_id: ann.id })
      expect(await whoIs(browser)).toBe(401)
      await server.owner.call(endpoints.reactivateUser, { user_id: ann.id })
      expect([await whoIs(browser), await rows()]).toEqual([401, []])
    })

    test('together with an open poll', async () => {
      const browser = await signedIn()
      const { body } = await browser.json('POST', '/register', { event_types: '["message"]' })
      const poll = { queue_id: String(body['queue_id']), last_event_id: String(body['last_event_id']) }
      const answer = browser.json('GET', '/events', poll)
      await expect.poll(() => server.ctx.queues.openPolls).toBe(1)
      await ann.client.call(endAllSessions, {})
      expect((await answer).body).toMatchObject({ events: [{ type: 'heartbeat' }] })
      expect((await browser.json('GET', '/events', poll)).status).toBe(401)
    })

    test('after two weeks without use, and go on while they are used', async () => {
      const [used, unused] = [await signedIn(), await signedIn()]
      for (let day = 0; day < 15; day += 5) {
        clock.pass(5 * DAY)
        expect(await whoIs(used)).toBe(ann.id)
        await expect
          .poll(async () => (await rows()).some((row) => row.last_used_at === Math.floor(clock.now() / 1000)))
          .toBe(true)
      }
      expect(await whoIs(unused)).toBe(401)
      expect(await rows()).toHaveLength(2)
      await signedIn(await server.person(`Bea ${count}`))
      expect(await rows()).toHaveLength(1)
    })

    test('the longest unused first, when there are too many', async () => {
      const first = await signedIn()
      clock.pass(1)
      const others: Browser[] = []
      for (let n = 0; n < MAX_SESSIONS; n += 1) others.push(await signedIn())
      expect([await whoIs(first), await whoIs(others[0]!), (await rows()).length]).toEqual([401, ann.id, MAX_SESSIONS])
    })
  })

  test('are stored again rarely', async () => {
    const browser = await signedIn()
    const [before] = await rows()
    clock.pass(3_599)
    await whoIs(browser)
    await server.ctx.transact(server.realm.id, async () => {})
    expect(await rows()).toEqual([before])
  })

  test('follow the log to another node', async () => {
    const other = await startTestServer({ beside: server, clock })
    const browser = await signedIn()
    const there = new Browser(other)
    for (const [name, value] of browser.cookies) there.cookies.set(name, value)
    expect(await whoIs(there)).toBe(ann.id)
    await ann.client.call(endAllSessions, {})
    expect(await whoIs(there)).toBe(401)
    await other.close()
  })
})

test.each([
  [
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/130.0 Safari/537.36 Edg/130.0',
    'Edge on Windows',
  ],
  [
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 Version/17.0 Safari/605.1.15',
    'Safari on macOS',
  ],
  ['Mozilla/5.0 (Linux; Android 14) AppleWebKit/537.36 Chrome/130.0 Mobile Safari/537.36', 'Chrome on Android'],
  ['Mozilla/5.0 (iPhone; CPU iPhone OS 17_0 like Mac OS X) CriOS/130.0 Mobile Safari/604.1', 'Chrome on iPhone'],
  ['curl/8.0', 'Unknown browser'],
  ['', 'Unknown browser'],
])('%s is %s', (userAgent, name) => {
  expect(deviceName(userAgent)).toBe(name)
})
