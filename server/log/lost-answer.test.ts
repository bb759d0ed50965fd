import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { endpoints } from '../../api/endpoints/index.ts'
import { TestClock } from '../../test/clock.ts'
import { type Person, startTestServer, type TestServer } from '../../test/harness.ts'
import { sendBatch } from '../messages/send-batch.ts'
import type { LiveRealm } from '../realm-state/live-realm.ts'
import { versionFields } from '../version.ts'
import { everyone } from './audience.ts'
import { transact } from './transact.ts'

const { getEvents, registerQueue, sendMessage } = endpoints

describe('a commit whose answer is lost, on a node that is alone', () => {
  const clock = new TestClock()
  let server: TestServer
  let live: LiveRealm
  let ann: Person
  let bob: Person

  beforeAll(async () => {
    server = await startTestServer({ clock })
    live = await server.ctx.realms.live(server.realm.id)
    ann = await server.person('Ann', 'talk')
    bob = await server.person('Bob', 'talk')
  })
  afterAll(() => server.close())

  const lost = () => new Error('Connection terminated unexpectedly')

  async function waitForMessage() {
    const { queue_id, last_event_id } = await bob.client.call(registerQueue, {
      event_types: ['message', 'restart'],
      fetch_event_types: [],
    })
    const answer = bob.client.call(getEvents, { queue_id: queue_id!, last_event_id })
    await expect.poll(() => server.ctx.queues.byId.get(queue_id!)?.poll).toBeDefined()
    return { answer }
  }

  test('of a send: its event is delivered, and the repetition is the same message', async () => {
    const { answer } = await waitForMessage()
    const { write } = sendBatch
    const losing = vi.spyOn(sendBatch, 'write').mockImplementationOnce(async (...args) => {
      await write(...args)
      throw lost()
    })
    const message = { type: 'channel', to: 'talk', topic: 'x', content: 'Hello' } as const
    const send = () => ann.client.call(sendMessage, message, { idempotencyKey: 'a key' })
    await expect(send()).rejects.toThrow()
    losing.mockRestore()
    const { id } = await send()
    expect((await answer).events).toMatchObject([{ type: 'message', message: { id } }])
  })

  test('of a transaction: what it did is known and told', async () => {
    clock.pass(60)
    await live.bringToHead()
    expect(live.isInDoubt).toBe(false)
    const { answer } = await waitForMessage()
    const { database } = server.ctx
    const execute = async (work: never) => {
      await database.laneDb.transaction().execute(work)
      throw lost()
    }
    const losing = { ...database, laneDb: { transaction: () => ({ execute }) } as never }
    const event = { type: 'restart', ...versionFields(), server_generation: 7 } as const
    const door = { database: losing, lane: live.lane, follower: live, clock }
    await expect(transact(door, async (tx) => tx.emit(event, everyone))).rejects.toThrow('terminated')
    expect((await answer).events).toMatchObject([{ type: 'restart' }])
  })

  test('is looked for as long as it may still come, and not for ever', async () => {
    live.doubt()
    clock.pass(59)
    await live.bringToHead()
    expect(live.isInDoubt).toBe(true)
    clock.pass(1)
    await live.bringToHead()
    expect(live.isInDoubt).toBe(false)
  })

  test('is not suspected behind what the database or a rule has refused', async () => {
    const refused = (work: () => Promise<unknown>) =>
      server.ctx.transact(server.realm.id, async () => void (await work()))
    await expect(refused(() => Promise.reject(lost()))).rejects.toThrow('terminated')
    await expect(refused(() => server.database.pool.query('select 1 / 0'))).rejects.toThrow('division by zero')
    expect(live.isInDoubt).toBe(false)
  })
})
