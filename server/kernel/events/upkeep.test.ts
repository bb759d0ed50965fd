import { describe, expect, test } from 'vitest'
import { endpoints } from '../../../api/endpoints/index.ts'
import { TestClock } from '../../../test/clock.ts'
import { useServer } from '../../../test/use-server.ts'

const { deleteQueue, registerQueue, getEvents, sendMessage } = endpoints

const BRIEF = { idle_queue_timeout: 100 }

describe('the upkeep of event queues', () => {
  const clock = new TestClock()
  const { server, ann, bob } = useServer({ members: ['ann', 'bob'], channel: 'talk', clock })

  const register = async (args = {}) => {
    const { queue_id, last_event_id } = await bob.client.call(registerQueue, { fetch_event_types: [], ...args })
    return { queue_id: queue_id!, last_event_id }
  }
  const say = (content: string) => ann.client.call(sendMessage, { type: 'channel', to: 'talk', topic: 'x', content })
  const now = (queue: { queue_id: string; last_event_id: number }) => ({ ...queue, dont_block: true })
  const contents = (events: readonly object[]) =>
    events.map((event) => ('message' in event ? (event.message as { content: string }).content : 'another event'))

  test('idle queues end after their requested time and not before, even if clocks jump', async () => {
    const brief = await register(BRIEF)
    const mobile = await register({ idle_queue_timeout: 'mobile' })
    clock.pass(99)
    clock.jump(2 * 86_400)
    await server.ctx.upkeep.expire()
    await bob.client.call(getEvents, now(brief))
    clock.pass(99)
    clock.jump(-3_600)
    await server.ctx.upkeep.expire()
    expect(server.ctx.queues.byId.has(brief.queue_id)).toBe(true)
    clock.pass(1)
    await server.ctx.upkeep.expire()
    await expect(bob.client.call(getEvents, now(brief))).rejects.toMatchObject({ code: 'BAD_EVENT_QUEUE_ID' })
    await bob.client.call(getEvents, now(mobile))
    clock.pass(43_200)
    await server.ctx.upkeep.expire()
    await expect(bob.client.call(getEvents, now(mobile))).rejects.toMatchObject({ code: 'BAD_EVENT_QUEUE_ID' })
  })

  test('a queue that is asked for after its time has ended, even before the upkeep comes', async () => {
    const [polled, deleted, used] = [await register(BRIEF), await register(BRIEF), await register(BRIEF)]
    clock.pass(60)
    await bob.client.call(getEvents, now(used))
    clock.pass(40)
    const ended = { code: 'BAD_EVENT_QUEUE_ID', data: { queue_id: polled.queue_id } }
    await expect(bob.client.call(getEvents, now(polled))).rejects.toMatchObject(ended)
    await expect(bob.client.call(getEvents, polled)).rejects.toMatchObject(ended)
    await expect(bob.client.call(deleteQueue, { queue_id: deleted.queue_id })).rejects.toMatchObject({
      code: 'BAD_EVENT_QUEUE_ID',
    })
    await bob.client.call(getEvents, now(used))
    const ids = [polled, deleted, used].map(({ queue_id }) => queue_id)
    const left = async () =>
      (await server.database.pool.query('select id from event_queue where id = any($1)', [ids])).rows
    await expect.poll(left).toEqual([{ id: used.queue_id }])
  })

  test.each([604_801, 2 ** 53 + 2, 1e300])('no queue is kept for longer than a week: %d', async (asked) => {
    const state = await bob.client.call(registerQueue, { idle_queue_timeout: asked, fetch_event_types: [] })
    expect(state.idle_queue_timeout_secs).toBe(604_800)
  })

  test('an open poll keeps its queue alive', async () => {
    const queue = await register({ idle_queue_timeout: 1 })
    const poll = bob.client.call(getEvents, queue)
    await expect.poll(() => server.ctx.queues.openPolls).toBe(1)
    clock.pass(1_000)
    await server.ctx.upkeep.expire()
    await say('still there')
    expect(contents((await poll).events)).toEqual(['still there'])
  })
})
