import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { endpoints } from '../../../api/endpoints/index.ts'
import { type Person, startTestServer, type TestServer } from '../../../test/harness.ts'
import { limitsWith } from '../../../test/limits.ts'
import { type DatabaseProxy, openDatabaseProxy } from '../../../test/outside/database-proxy.ts'
import type { LiveRealm } from '../realm-state/live-realm.ts'

const { getMessages, getOwnUser, registerQueue, sendMessage, subscribe } = endpoints

const QUICK_ANSWERS = { statement: 500, answer: 600 }
const QUICK = { ...QUICK_ANSWERS, connect: 600 }
const BUSY = { status: 503, code: 'REQUEST_TIMEOUT' }

describe('a database that falls silent', () => {
  let proxy: DatabaseProxy
  let server: TestServer
  let live: LiveRealm
  let ann: Person

  beforeAll(async () => {
    proxy = await openDatabaseProxy(process.env['PARLEY_TEST_DATABASE_URL']!)
    server = await startTestServer({ proxy, limits: limitsWith({ lane: QUICK, reads: QUICK, upkeep: QUICK }) })
    live = await server.ctx.realms.live(server.realm.id)
    ann = await server.person('Ann', 'talk')
    // Heartbeats must not detect the silence first.
    await server.ctx.nodes.leave()
  })
  afterAll(async () => {
    proxy.acceptAgain()
    await server.close()
    proxy.close()
  })

  const send = (content: string) =>
    ann.client.call(
      sendMessage,
      { type: 'channel', to: 'talk', topic: 'x', content },
      { idempotencyKey: `key of ${content}` },
    )
  const contents = async () => {
    const args = { anchor: 'newest', num_before: 100, num_after: 0, apply_markdown: false }
    return (await ann.client.call(getMessages, args)).messages.map((message) => message.content)
  }

  test('sends are refused in time and resume with new connections: each message exists once', async () => {
    await send('before')
    proxy.fallSilent()
    // The first is being sent. The others wait for it and are refused with it.
    const refused = ['one', 'two', 'three'].map((content) => expect(send(content)).rejects.toMatchObject(BUSY))
    await Promise.all(refused)
    expect(live.isUncertain).toBe(true)
    await expect(send('one')).rejects.toMatchObject(BUSY)
    proxy.acceptAgain()
    for (const content of ['one', 'two', 'three']) await send(content)
    expect(await contents()).toEqual(['before', 'one', 'two', 'three'])
  })

  test('transactions are refused in time, with the changes that wait behind them', async () => {
    proxy.fallSilent()
    const change = ann.client.call(subscribe, { subscriptions: [{ name: 'nothing' }] })
    await Promise.all([change, send('behind it')].map((one) => expect(one).rejects.toMatchObject(BUSY)))
    proxy.acceptAgain()
    await ann.client.call(subscribe, { subscriptions: [{ name: 'something' }] })
    expect(server.realm.channelByName('nothing')).toBeUndefined()
  })

  test('the refusal says when to try again', async () => {
    proxy.fallSilent()
    const { email, apiKey } = ann.client.options
    const response = await fetch(`${server.url}/api/v1/users/me`, {
      headers: { authorization: `Basic ${btoa(`${email}:${apiKey}`)}` },
    })
    proxy.acceptAgain()
    expect([response.status, response.headers.get('retry-after')]).toEqual([503, '2'])
    expect(await response.json()).toMatchObject({ result: 'error', code: 'REQUEST_TIMEOUT' })
  })

  test('reads and registers are refused in time and resume', async () => {
    await ann.client.call(getOwnUser, {})
    proxy.fallSilent()
    await Promise.all([
      expect(ann.client.call(getOwnUser, {})).rejects.toMatchObject(BUSY),
      expect(ann.client.call(registerQueue, {})).rejects.toMatchObject(BUSY),
    ])
    proxy.acceptAgain()
    await ann.client.call(getOwnUser, {})
    await ann.client.call(registerQueue, {})
  })

  test('one silent connection closes the idle ones', async () => {
    await send('on a connection that stays at hand')
    await ann.client.call(getOwnUser, {})
    proxy.fallSilent()
    proxy.acceptAgain()
    await expect(ann.client.call(getOwnUser, {})).rejects.toMatchObject(BUSY)
    // On their old connections these would be refused too.
    await send('on a new one')
    await ann.client.call(getOwnUser, {})
  })
})

test('after a silence, notices of other nodes arrive on a new connection', async () => {
  const proxy = await openDatabaseProxy(process.env['PARLEY_TEST_DATABASE_URL']!)
  const server = await startTestServer({ proxy, limits: limitsWith({ lane: QUICK_ANSWERS, upkeep: QUICK_ANSWERS }) })
  const listeners = async () => {
    const { rows } = await server.database.pool.query(
      `select count(*)::int as n from pg_stat_activity
       where datname = current_database() and pid <> pg_backend_pid() and query ~ '^listen|pg_notify'`,
    )
    return rows[0].n
  }
  expect(await listeners()).toBe(1)
  proxy.fallSilent()
  proxy.acceptAgain()
  server.ctx.database.suspectSilence()
  // The database does not know that the first listener is dead.
  await expect.poll(listeners).toBe(2)
  await server.close()
  proxy.close()
})
