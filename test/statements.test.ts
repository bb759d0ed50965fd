import { setTimeout as sleep } from 'node:timers/promises'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { endpoints } from '../api/endpoints/index.ts'
import { group } from './people.ts'
import { useServer } from './use-server.ts'

/** Begin, lock and commit. */
const HOLDING_THE_LANE = 3

/** The maximum number of statements that the design promises for each operation. */
describe('statements', () => {
  const { server, ann, bob } = useServer({ members: ['ann', 'bob'] })

  beforeAll(async () => {
    const principals = [ann.id, bob.id]
    await ann.client.call(endpoints.subscribe, { subscriptions: [{ name: 'lunch' }], principals })
    await send()
    // Heartbeats must not be counted.
    await server.ctx.nodes.leave()
  })

  // Nor acknowledgements.
  beforeEach(() => server.ctx.upkeep.storeProgress())

  const send = (content = 'Hello') =>
    ann.client.call(endpoints.sendMessage, { type: 'channel', to: 'lunch', topic: 'soup', content })
  const during = async (work: () => Promise<unknown>): Promise<number> => {
    const { statements } = server.ctx.database
    const before = statements.count
    await work()
    return statements.count - before
  }
  const batches = async (): Promise<{ count: number; sum: number }> => {
    const { values } = await server.ctx.metrics.laneBatchSize.get()
    const of = (name: string) =>
      values.find((value) => value.metricName === `parley_lane_batch_size_${name}`)?.value ?? 0
    return { count: of('count'), sum: of('sum') }
  }

  test('authenticating a request and checking its permissions: none', async () => {
    expect(await during(() => ann.client.call(endpoints.getUsers, {}))).toBe(0)
    const wrong = { type: 'channel', to: 'no such channel', topic: 'x', content: 'Hello' } as const
    expect(await during(() => ann.client.call(endpoints.sendMessage, wrong).catch(() => {}))).toBe(0)
    const notAdministrator = { email: 'x@example.org', password: 'x', full_name: 'X' }
    expect(await during(() => ann.client.call(endpoints.createUser, notAdministrator).catch(() => {}))).toBe(0)
  })

  test('one message to a channel: one', async () => {
    expect(await during(() => send())).toBe(1)
  })

  test('one message that mentions people, groups or everyone: one', async () => {
    await group(server, { name: 'cooks', members: [bob] })
    expect(await during(() => send('@**Bob** @*cooks* @**all** #**lunch** ~~$$x$$~~'))).toBe(1)
  })

  test('one message that links to any number of topics: two', async () => {
    expect(await during(() => send('#**lunch>soup** #**lunch>salad** #**lunch>SOUP**'))).toBe(2)
    // None is readable, so none is looked up.
    expect(await during(() => send('#**no such channel>soup** #**lunch>soup@1**'))).toBe(1)
  })

  test('one message that mentions a topic: two', async () => {
    expect(await during(() => send('@**topic**'))).toBe(2)
  })

  test('a text that is only rendered: none, or one for its topics', async () => {
    const look = (content: string) => during(() => ann.client.call(endpoints.renderMessage, { content }))
    expect(await look('@**Bob** @**all** @**topic**')).toBe(0)
    expect(await look('#**lunch>soup** #**lunch>salad**')).toBe(1)
  })

  test('one message with a key: two', async () => {
    const args = { type: 'channel', to: 'lunch', topic: 'soup', content: 'Hello' } as const
    const call = () => ann.client.call(endpoints.sendMessage, args, { idempotencyKey: 'once' })
    expect(await during(call)).toBe(2)
    expect(await during(call)).toBe(1)
  })

  test('one more message in a conversation: one', async () => {
    const args = { type: 'direct', to: `[${bob.id}]`, content: 'Hello' } as const
    await ann.client.call(endpoints.sendMessage, args)
    await ann.client.call(endpoints.sendMessage, args)
    expect(await during(() => ann.client.call(endpoints.sendMessage, args))).toBe(1)
  })

  test('fifty messages at once: at most two for each batch, and few batches', async () => {
    const before = await batches()
    // Sends that arrive while the lane is taken wait for it together.
    const taken = await during(async () => {
      const held = server.ctx.transact(server.realm.id, () => sleep(500))
      await Promise.all([held, ...Array.from({ length: 50 }, (_, index) => send(`Number ${index}`))])
    })
    const after = await batches()
    const count = after.count - before.count
    expect(after.sum - before.sum).toBe(50)
    expect(taken).toBeLessThanOrEqual(HOLDING_THE_LANE + 2 * count)
    expect(count).toBeLessThan(25)
  })

  test('a reaction: two, and one more if not every subscriber has the message', async () => {
    await ann.client.call(endpoints.subscribe, { subscriptions: [{ name: 'secret' }], invite_only: true })
    const args = { type: 'channel', topic: 'soup', content: 'Hello' } as const
    const react = async (to: string) => {
      const { id: message_id } = await ann.client.call(endpoints.sendMessage, { ...args, to })
      return during(() => ann.client.call(endpoints.addReaction, { message_id, emoji_name: 'tada' }))
    }
    expect(await react('lunch')).toBe(2)
    expect(await react('secret')).toBe(3)
  })

  test('messages around an anchor: at most three', async () => {
    const args = { num_before: 10, num_after: 10 }
    const narrow = [{ operator: 'channel', operand: 'lunch', negated: false }]
    for (const anchor of ['newest', 'oldest', 'first_unread', '5']) {
      expect(await during(() => bob.client.call(endpoints.getMessages, { ...args, anchor }))).toBeLessThanOrEqual(3)
      const narrowed = () => bob.client.call(endpoints.getMessages, { ...args, anchor, narrow })
      expect(await during(narrowed)).toBeLessThanOrEqual(3)
    }
  })

  test('the recent conversations, however many: two', async () => {
    for (let topic = 0; topic < 5; topic += 1)
      await ann.client.call(endpoints.sendMessage, {
        type: 'channel',
        to: 'lunch',
        topic: `${topic}`,
        content: 'Hello',
      })
    expect(await during(() => bob.client.call(endpoints.getRecentConversations, {}))).toBe(2)
  })

  test('the full state: at most twelve', async () => {
    const register = () => bob.client.call(endpoints.registerQueue, { include_subscribers: 'true' })
    expect(await during(register)).toBeLessThanOrEqual(12)
  })

  test('polling events that are in memory: none', async () => {
    const { queue_id, last_event_id } = await bob.client.call(endpoints.registerQueue, { fetch_event_types: [] })
    await send()
    const poll = { queue_id: queue_id!, last_event_id, dont_block: true }
    expect(await during(() => bob.client.call(endpoints.getEvents, poll))).toBe(0)
  })
})
