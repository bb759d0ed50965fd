import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { endpoints } from '../../../api/endpoints/index.ts'
import type { Client } from '../../../client/client.ts'
import { TestClock } from '../../../test/clock.ts'
import { startTwoNodes, type TwoNodes } from '../../../test/two-nodes.ts'
import { deactivateUser } from '../../accounts/deactivation/deactivate-user.ts'
import { sendBatch } from '../../messages/sending/send-batch.ts'

const { deleteQueue, getEvents, getMessages, registerQueue, sendMessage, subscribe } = endpoints

describe('two nodes on one database', () => {
  const clock = new TestClock()
  let { first, second, ann, annOnSecond, close } = {} as TwoNodes

  beforeAll(async () => {
    const heartbeat = { leastSeconds: 2, mostSeconds: 2 }
    ;({ first, second, ann, annOnSecond, close } = await startTwoNodes({ clock, heartbeat }))
  })
  afterAll(() => close())

  const say = (client: Client, content: string) =>
    client.call(sendMessage, { type: 'channel', to: 'talk', topic: 'x', content })
  const register = async (client: Client) => {
    const { queue_id, last_event_id } = await client.call(registerQueue, {
      event_types: ['message'],
      fetch_event_types: [],
    })
    return { queue_id: queue_id!, last_event_id }
  }

  /** Waits until the poll is open on the first node. */
  const waits = ({ queue_id }: { queue_id: string }) =>
    expect.poll(() => first.ctx.queues.byId.get(queue_id)?.poll).toBeDefined()

  test('a change on one node is visible on the other at the next request', async () => {
    const bob = await first.person('Bob')
    const bobOnSecond = second.clientFor(first.realm.users.get(bob.id)!)
    await bobOnSecond.call(subscribe, { subscriptions: [{ name: 'made on the second' }] })
    const { streams } = await bob.client.call(endpoints.getStreams, {})
    expect(streams.map((channel) => channel.name)).toContain('made on the second')
    await second.ctx.transact(second.realm.id, (tx) => deactivateUser(tx, second.realm.users.get(bob.id)!))
    await expect(bob.client.call(getMessages, { anchor: 'newest', num_before: 1, num_after: 0 })).rejects.toMatchObject(
      {
        code: 'UNAUTHORIZED',
      },
    )
  })

  test('both nodes write at once: one order, no gap, and every queue gets all of it', async () => {
    const queues = [await register(ann.client), await register(annOnSecond)]
    const sends = Array.from({ length: 120 }, (_, index) =>
      say(index % 2 ? ann.client : annOnSecond, `message ${index}`),
    )
    const ids = (await Promise.all(sends)).map((sent) => sent.id).toSorted((a, b) => a - b)
    expect(new Set(ids).size).toBe(120)
    const { rows } = await first.database.pool.query('select hseq from message where id = any($1) order by id', [ids])
    expect(rows.map((row) => row.hseq)).toEqual(rows.map((_, index) => rows[0].hseq + index))
    for (const [index, queue] of queues.entries()) {
      // Each queue is polled on the node that did not register it.
      const client = index === 0 ? annOnSecond : ann.client
      const heard: number[] = []
      for (let last = queue.last_event_id; heard.length < 120; ) {
        const { events } = await client.call(getEvents, { queue_id: queue.queue_id, last_event_id: last })
        for (const event of events) if (event.type === 'message') heard.push(event.message.id)
        last = events.at(-1)!.id
      }
      expect(heard).toEqual(ids)
    }
  })

  test('sends on both nodes in turn: ids grow in log order, although each node reserves them ahead', async () => {
    const ids: number[] = []
    for (const client of [ann.client, annOnSecond, ann.client, ann.client, annOnSecond, ann.client])
      ids.push((await say(client, 'in turns')).id)
    expect(ids).toEqual(ids.toSorted((a, b) => a - b))
  })

  test('a poll on one node ends the waiting poll on the other', async () => {
    const queue = await register(ann.client)
    const waiting = ann.client.call(getEvents, queue)
    await waits(queue)
    const taken = annOnSecond.call(getEvents, queue)
    expect((await waiting).events).toEqual([])
    await say(ann.client, 'to the second')
    expect((await taken).events).toHaveLength(1)
  })

  test('heartbeats of both nodes in turn: every id is newer than the last', async () => {
    const queue = await register(ann.client)
    const ids = [queue.last_event_id]
    for (const client of [ann.client, annOnSecond, ann.client]) {
      const { events } = await client.call(getEvents, { ...queue, last_event_id: ids.at(-1)! })
      expect(events).toMatchObject([{ type: 'heartbeat' }])
      ids.push(events[0]!.id)
    }
    expect(ids).toEqual([...new Set(ids)].toSorted((a, b) => a - b))
  })

  test('events acknowledged on one node stay gone on the other, even for a client that sends no id', async () => {
    const queue = await register(ann.client)
    await say(ann.client, 'confirmed on the second')
    await say(ann.client, 'only sent')
    const now = { queue_id: queue.queue_id, dont_block: true }
    const { events } = await annOnSecond.call(getEvents, { ...now, last_event_id: queue.last_event_id })
    await annOnSecond.call(getEvents, { ...now, last_event_id: events[0]!.id })
    await second.ctx.upkeep.storeProgress()
    expect((await ann.client.call(getEvents, now)).events).toEqual(events.slice(1))
    await expect(ann.client.call(getEvents, { ...now, last_event_id: queue.last_event_id })).rejects.toThrow(
      `An event newer than ${queue.last_event_id} has already been pruned!`,
    )
  })

  test('a queue deleted on one node is gone on the other, with its waiting poll', async () => {
    const queue = await register(ann.client)
    const waiting = ann.client.call(getEvents, queue)
    await waits(queue)
    await annOnSecond.call(deleteQueue, { queue_id: queue.queue_id })
    expect((await waiting).events).toEqual([])
    await expect(ann.client.call(getEvents, { ...queue, dont_block: true })).rejects.toMatchObject({
      code: 'BAD_EVENT_QUEUE_ID',
    })
  })

  test('an idle queue that the other node serves does not expire here', async () => {
    const { queue_id, last_event_id } = await ann.client.call(registerQueue, {
      idle_queue_timeout: 1,
      fetch_event_types: [],
    })
    await first.ctx.upkeep.expire()
    clock.pass(71)
    await annOnSecond.call(getEvents, { queue_id: queue_id!, last_event_id, dont_block: true })
    await second.ctx.upkeep.storeProgress()
    await first.ctx.upkeep.expire()
    await annOnSecond.call(getEvents, { queue_id: queue_id!, last_event_id, dont_block: true })
  })

  /** All notices during the work, up to the last one of the second node. */
  async function saidDuring(work: () => Promise<unknown>) {
    const listener = new pg.Client({ connectionString: first.database.url })
    await listener.connect()
    await listener.query('listen parley')
    const heard: { from: string; say: string; seq?: number }[] = []
    listener.on('notification', ({ payload }) => heard.push(JSON.parse(payload!)))
    await work()
    // Notices arrive in order, so all earlier ones of the second node are here when this one arrives.
    second.ctx.nodes.realmsChanged()
    await expect.poll(() => heard.some((notice) => notice.say === 'realms')).toBe(true)
    await listener.end()
    return heard
  }

  test('only the node that wrote sends a notice, not the nodes that read', async () => {
    const heard = await saidDuring(async () => {
      await say(ann.client, 'read by the second')
      await expect.poll(() => second.realm.seq).toBe(first.realm.seq)
    })
    expect(heard.filter((notice) => notice.say === 'log')).toMatchObject([{ seq: first.realm.seq }])
  })

  test('a poll that is answered at once sends no notice: it could end the next poll at another node', async () => {
    const queue = await register(ann.client)
    const polled = async (work: () => Promise<unknown>) =>
      (await saidDuring(work)).filter((notice) => notice.say === 'polled').length
    expect(await polled(() => annOnSecond.call(getEvents, { ...queue, dont_block: true }))).toBe(0)
    let waiting: Promise<unknown> | undefined
    const wait = async () => {
      waiting = annOnSecond.call(getEvents, queue)
      await expect.poll(() => second.ctx.queues.byId.get(queue.queue_id)?.poll).toBeDefined()
    }
    expect(await polled(wait)).toBe(1)
    await say(ann.client, 'to those who wait')
    await waiting
  })

  test('invalid notices are ignored', async () => {
    await first.database.pool.query(`notify parley, 'nonsense'`)
    expect(await saidDuring(async () => {}).catch((error) => error)).toEqual([
      { from: expect.any(String), say: 'realms' },
    ])
  })

  test('errors while handling a notice are logged', async () => {
    const warn = vi.spyOn(second.ctx.logger, 'warn')
    const refresh = vi.spyOn(second.ctx.realms, 'refreshHosts').mockRejectedValueOnce(new Error('no hosts today'))
    first.ctx.nodes.realmsChanged()
    await expect
      .poll(() => warn.mock.calls)
      .toContainEqual([{ err: new Error('no hosts today') }, 'a notice of another node'])
    for (const spy of [warn, refresh]) spy.mockRestore()
  })

  test('a message with the same key on both nodes at once is sent once', async () => {
    const send = (client: Client) =>
      client.call(
        sendMessage,
        { type: 'channel', to: 'talk', topic: 'x', content: 'once' },
        { idempotencyKey: 'the key' },
      )
    const sent = await Promise.all([ann.client, annOnSecond, ann.client, annOnSecond, annOnSecond].map(send))
    expect(new Set(sent.map((one) => one.id)).size).toBe(1)
  })

  // Twice, because in the first run the older ids of this node alone could cause a second attempt.
  test.each(['looked up', 'looked up with newer ids'])(
    'a key that the other node uses while this one looks it up makes one message: %s',
    async (idempotencyKey) => {
      const send = (client: Client) =>
        client.call(sendMessage, { type: 'channel', to: 'talk', topic: 'x', content: 'once more' }, { idempotencyKey })
      const prepare = sendBatch.prepare!
      let elsewhere: { readonly id: number } | undefined
      const overtaken = vi.spyOn(sendBatch, 'prepare').mockImplementationOnce(async (...args) => {
        const facts = await prepare(...args)
        elsewhere = await send(annOnSecond)
        // Memory applies the row before the write.
        await (await first.ctx.realms.live(first.realm.id)).catchUp()
        return facts!
      })
      const { id } = await send(ann.client)
      overtaken.mockRestore()
      expect(id).toBe(elsewhere!.id)
    },
  )
})
