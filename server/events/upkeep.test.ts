import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { endpoints } from '../../api/endpoints/index.ts'
import { TestClock } from '../../test/clock.ts'
import { type Person, startTestServer, type TestServer } from '../../test/harness.ts'

const { registerQueue, getEvents, sendMessage } = endpoints

describe('the care of event queues', () => {
  const clock = new TestClock()
  let server: TestServer
  let ann: Person
  let bob: Person

  beforeAll(async () => {
    server = await startTestServer({ clock })
    ann = await server.person('Ann', 'talk')
    bob = await server.person('Bob', 'talk')
  })
  afterAll(() => server.close())

  const register = async (args = {}) => {
    const { queue_id, last_event_id } = await bob.client.call(registerQueue, { fetch_event_types: [], ...args })
    return { queue_id: queue_id!, last_event_id }
  }
  const say = (content: string) => ann.client.call(sendMessage, { type: 'channel', to: 'talk', topic: 'x', content })
  const now = (queue: { queue_id: string; last_event_id: number }) => ({ ...queue, dont_block: true })
  const contents = (events: readonly object[]) =>
    events.map((event) => ('message' in event ? (event.message as { content: string }).content : 'another event'))

  test('idle queues end by the time they asked for and not before, however clocks jump', async () => {
    const brief = await register({ idle_queue_timeout: 100 })
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

  test.each([604_801, 2 ** 53 + 2, 1e300])('nobody waits longer than a week: %d', async (asked) => {
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

  test('the log is kept for a queue that may ask, and eight days at most', async () => {
    const queue = await register({ idle_queue_timeout: 604_800 })
    await say('kept')
    clock.pass(86_400)
    await server.ctx.upkeep.trimLog()
    expect(contents((await bob.client.call(getEvents, now(queue))).events)).toEqual(['kept'])
    clock.pass(8 * 86_400)
    await say('much later')
    await server.ctx.upkeep.trimLog()
    const { rows } = await server.database.pool.query('select count(*)::int as rows from event_log')
    expect(rows[0].rows).toBe(1)
  })

  test('the log forgets what was acknowledged, although the queue lives on, and keeps the rest', async () => {
    clock.pass(604_800)
    await server.ctx.upkeep.expire()
    const queue = await register({ idle_queue_timeout: 604_800 })
    for (const content of ['confirmed', 'only sent']) await say(content)
    const { events } = await bob.client.call(getEvents, now(queue))
    const last_event_id = events[0]!.id
    await bob.client.call(getEvents, now({ ...queue, last_event_id }))
    await server.ctx.upkeep.storeProgress()
    clock.pass(86_400)
    await server.ctx.upkeep.trimLog()
    const { rows } = await server.database.pool.query('select payload from event_log order by seq')
    const kept = rows.map((row) => JSON.parse(row.payload).message.content)
    expect(kept).toEqual(['only sent'])
    // Nor does memory need more, and it knows the same after a crash.
    server.ctx.queues.ofRealm(await server.ctx.realms.live(server.realm.id)).restart()
    for (const args of [{ last_event_id }, {}]) {
      const again = { queue_id: queue.queue_id, dont_block: true, ...args }
      expect(contents((await bob.client.call(getEvents, again)).events)).toEqual(['only sent'])
      server.ctx.queues.byId.delete(queue.queue_id)
    }
    // Whom rows were for is known as far back as there are rows.
    const talk = server.realm.channelByName('talk')!
    const receivedEver = () => server.realm.memberships.receivedAt(bob.id, talk.id, 0)
    expect(receivedEver()).toBe(false)
    await server.ctx.upkeep.trimLog()
    expect(receivedEver()).toBe(true)
  })

  test('the log is shortened in pieces: none holds the lane for long', async () => {
    const { database, ctx } = server
    const { rows } = await database.pool.query(
      `insert into realm (string_id, host, name, created_at) values ('quiet', 'quiet.test', 'Quiet', 0) returning id`,
    )
    const realmId = rows[0].id
    await database.pool.query('insert into realm_log (realm_id, seq) values ($1, 12000)', [realmId])
    await database.pool.query(
      `insert into event_log (realm_id, seq, at, audience, payload)
       select $1, n, 0, '{"to":"nobody"}', '{}' from generate_series(1, 12000) n`,
      [realmId],
    )
    const before = ctx.database.statements.count
    await ctx.upkeep.trimLog()
    // Five thousand, five thousand, the rest; and the keys of sends. A sign of life may come between.
    expect(ctx.database.statements.count - before).toBeGreaterThanOrEqual(4)
    const left = await database.pool.query(
      'select l.floor, (select count(*)::int from event_log e where e.realm_id = l.realm_id) as rows from realm_log l where l.realm_id = $1',
      [realmId],
    )
    expect(left.rows).toEqual([{ floor: 12_001, rows: 0 }])
  })
})
