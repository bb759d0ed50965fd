import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { endpoints } from '../../../api/endpoints/index.ts'
import type { Client } from '../../../client/client.ts'
import { TestClock } from '../../../test/clock.ts'
import { startTwoNodes, type TwoNodes } from '../../../test/two-nodes.ts'

const { getEvents, registerQueue, sendMessage } = endpoints

describe('a queue whose poll waits on the second of two nodes', () => {
  const clock = new TestClock()
  let { first, second, ann, annOnSecond, close } = {} as TwoNodes

  beforeAll(async () => {
    ;({ first, second, ann, annOnSecond, close } = await startTwoNodes({ clock }))
  })
  afterAll(() => close())

  async function register(client: Client, idle_queue_timeout: number) {
    const wanted = { idle_queue_timeout, event_types: ['message'], fetch_event_types: [] }
    const { queue_id, last_event_id } = await client.call(registerQueue, wanted)
    return { queue_id: queue_id!, last_event_id }
  }
  type Registration = Awaited<ReturnType<typeof register>>

  async function poll(queue: Registration) {
    const answer = annOnSecond.call(getEvents, queue)
    await expect.poll(() => second.ctx.queues.byId.get(queue.queue_id)?.poll).toBeDefined()
    return { queue, answer }
  }

  /** The poll still waits and receives events, and the next poll works. */
  async function expectAlive({ queue, answer }: Awaited<ReturnType<typeof poll>>) {
    await ann.client.call(sendMessage, { type: 'channel', to: 'talk', topic: 'x', content: 'Hello' })
    expect((await answer).events).toMatchObject([{ type: 'message' }])
    await annOnSecond.call(getEvents, { ...queue, dont_block: true })
  }

  test('does not end on the first node before the second has stored the poll', async () => {
    const queue = await register(ann.client, 600)
    clock.pass(599)
    const polling = await poll(queue)
    clock.pass(1)
    await first.ctx.upkeep.expire()
    await second.ctx.upkeep.storeProgress()
    await expectAlive(polling)
  })

  test('does not end there while the poll waits for its heartbeat, even longer than the idle limit', async () => {
    const polling = await poll(await register(annOnSecond, 1))
    await second.ctx.upkeep.storeProgress()
    await first.ctx.upkeep.expire()
    clock.pass(60)
    await first.ctx.upkeep.expire()
    await expectAlive(polling)
  })

  test('does not end there within its idle limit after a long poll', async () => {
    const { queue, answer } = await poll(await register(annOnSecond, 600))
    await second.ctx.upkeep.storeProgress()
    await first.ctx.upkeep.expire()
    clock.pass(55)
    await ann.client.call(sendMessage, { type: 'channel', to: 'talk', topic: 'x', content: 'Hello' })
    await answer
    clock.pass(599)
    await first.ctx.upkeep.expire()
    await annOnSecond.call(getEvents, { ...queue, dont_block: true })
  })

  test('does not end there when the second node could not store the poll at once', async () => {
    const polling = await poll(await register(annOnSecond, 600))
    await first.ctx.upkeep.expire()
    clock.pass(664)
    const fail = () => Promise.reject(new Error('timeout exceeded when trying to connect'))
    const away = vi.spyOn(second.ctx.database.pool, 'connect').mockImplementationOnce(fail as never)
    await expect(second.ctx.upkeep.storeProgress()).rejects.toThrow('timeout')
    away.mockRestore()
    await second.ctx.upkeep.storeProgress()
    clock.pass(1)
    await first.ctx.upkeep.expire()
    await expectAlive(polling)
  })

  test('does not end when its client comes back to the first node, because the second has stopped', async () => {
    const queue = await register(ann.client, 600)
    clock.pass(599)
    await annOnSecond.call(getEvents, { ...queue, dont_block: true })
    await second.ctx.upkeep.storeProgress()
    clock.pass(1)
    const alone = vi.spyOn(first.ctx.queues, 'shared').mockReturnValue(false)
    await ann.client.call(getEvents, { ...queue, dont_block: true })
    const idle = await register(ann.client, 600)
    clock.pass(600)
    const ended = ann.client.call(getEvents, { ...idle, dont_block: true })
    await expect(ended).rejects.toMatchObject({ code: 'BAD_EVENT_QUEUE_ID' })
    alone.mockRestore()
  })

  test('ends with its poll when the first node has ended it', async () => {
    const { answer } = await poll(await register(annOnSecond, 1))
    await first.ctx.upkeep.expire()
    // The second node was paused.
    clock.pass(71)
    await first.ctx.upkeep.expire()
    expect((await answer).events).toEqual([])
  })
})
