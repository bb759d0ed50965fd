import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { endpoints } from '../api/endpoints/index.ts'
import { createTestDatabase, type TestDatabase } from './harness.ts'
import { freePort, type ParleyProcess, parleyProcess, temporaryFolder } from './parley-process.ts'
import { type SignedIn, signIn } from './releases/write-history.ts'

const OWNER = { email: 'olivia@example.org', password: 'purple otters sing at noon' }
const BOB = { email: 'bob@example.org', password: 'quiet rivers bend northward' }

describe('jobs in a server process', () => {
  const folder = temporaryFolder()
  const dataDir = join(folder.path, 'data')
  let database: TestDatabase
  let port: number
  let server: ParleyProcess
  let owner: SignedIn
  let bob: SignedIn

  const start = async () => {
    server = parleyProcess(['serve'], {
      ...{ dataDir, port, preload: new URL('preload/tell-loads.ts', import.meta.url) },
      env: {
        DATABASE_URL: database.url,
        PARLEY_UNSAFE_DATABASE: 'on',
        PARLEY_OWNER_EMAIL: OWNER.email,
        PARLEY_OWNER_PASSWORD: OWNER.password,
        PARLEY_LOG_FORMAT: 'json',
        TOLD_PACKAGE: 'graphile-worker',
      },
    })
    await server.says('is ready')
  }
  const stop = async () => {
    server.child.kill('SIGTERM')
    return server.ended()
  }
  const directMessages = async (sender = 'welcome-bot@parley.invalid') => {
    const { messages } = await bob.client.call(endpoints.getMessages, {
      ...{ anchor: 'newest', num_before: 10, num_after: 0 },
      narrow: [
        { operator: 'sender', operand: sender, negated: false },
        { operator: 'is', operand: 'dm', negated: false },
      ],
    })
    return messages.length
  }
  /** Only direct messages: the same bot also announces new accounts in a channel. */
  const notices = () => directMessages('notification-bot@parley.invalid')
  const subscribeBob = async (name: string) => {
    await owner.client.call(endpoints.subscribe, { subscriptions: [{ name }] })
    await owner.client.call(endpoints.subscribe, { subscriptions: [{ name }], principals: [bob.id] })
  }

  beforeAll(async () => {
    database = await createTestDatabase()
    port = await freePort()
    await start()
    owner = await signIn({ host: '127.0.0.1', port }, OWNER)
    await owner.client.call(endpoints.createUser, { ...BOB, full_name: 'Bob' })
    bob = await signIn({ host: '127.0.0.1', port }, BOB)
    // The jobs of the preparation must not be those that the tests see.
    await vi.waitFor(async () => expect(await directMessages()).toBe(1), { timeout: 300_000 })
    await stop()
    await database.pool.query('delete from graphile_worker._private_jobs')
  })
  afterAll(async () => {
    await stop()
    await database.close()
    folder.remove()
  })

  test('load graphile-worker with the first job, not at the start', async () => {
    await start()
    await owner.client.call(endpoints.sendMessage, { type: 'channel', to: 'general', topic: 'x', content: 'Hello' })
    expect(server.said.errors).toBe('')
    await subscribeBob('lunch')
    await server.says('loaded graphile-worker')
    await expect.poll(notices).toBe(1)
  })

  test('are in the metrics', async () => {
    const ask = async () => (await fetch(`${server.url}/metrics`)).text()
    await expect.poll(ask).toContain('parley_job_runs_total{task="subscription-notices",outcome="done"} 1')
    await expect.poll(ask).toContain('parley_jobs{state="waiting"} 0')
  })

  test('stop with the server, without warnings', async () => {
    expect(await stop()).toBe(0)
    // The checks after the start complain about the database of the tests, which is quick and not safe.
    const lines = server.said.out.split('\n').filter((line) => !line.includes('"check":"database"'))
    expect(lines.join('\n')).not.toMatch(/"level":(40|50|"warn"|"error")/)
    expect((await database.pool.query('select from job_worker')).rows).toEqual([])
    await start()
  })

  test('of rows that no server has read run after the next start', async () => {
    await stop()
    const { rows } = await database.pool.query(`select id from account where delivery_email = $1`, [BOB.email])
    const { rows: channels } = await database.pool.query('select id from channel order by id desc limit 1')
    const jobs = [
      {
        task: 'subscription-notices',
        payload: { by: owner.id, notices: [{ channels: [channels[0].id], people: [rows[0].id] }] },
      },
    ]
    await database.pool.query(
      `with lane as (update realm_log set seq = seq + 1 returning realm_id, seq)
       insert into event_log (realm_id, seq, at, audience, payload)
       select realm_id, seq, 0, '{"to":"nobody"}', $1 from lane`,
      [JSON.stringify({ jobs })],
    )
    await start()
    await expect.poll(notices).toBe(2)
  })
})
