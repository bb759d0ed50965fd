import type { RawBuilder } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { endpoints } from '../../../api/endpoints/index.ts'
import { TestClock } from '../../../test/clock.ts'
import { expectConsistent } from '../../../test/faults/check.ts'
import { useServer } from '../../../test/use-server.ts'
import { boundsQuery, keysQuery, LogTrimmer, type LostRows, MAX_DELETED_ROWS, pieceQuery } from './trim-log.ts'

const { registerQueue, getEvents, sendMessage } = endpoints

const HOUR = 3_600
const DAY = 86_400
const WEEK = 604_800

describe('trimming the log', () => {
  const clock = new TestClock()
  const { server, ann, bob } = useServer({ members: ['ann', 'bob'], channel: 'talk', clock })

  beforeAll(async () => {
    // The first message of a topic also makes its author follow it, which is a row of its own.
    await say('first')
  })
  beforeEach(async () => {
    clock.pass(WEEK)
    await server.ctx.upkeep.expire()
  })
  afterAll(() => expectConsistent(server.database.url))

  const query = async (text: string, values: unknown[] = []) => (await server.database.pool.query(text, values)).rows
  const register = async () => {
    const options = { fetch_event_types: [], idle_queue_timeout: WEEK }
    const { queue_id, last_event_id } = await bob.client.call(registerQueue, options)
    return { queue_id: queue_id!, last_event_id }
  }
  const say = (content: string, idempotencyKey?: string) =>
    ann.client.call(
      sendMessage,
      { type: 'channel', to: 'talk', topic: 'x', content },
      idempotencyKey === undefined ? {} : { idempotencyKey },
    )
  const poll = async (queue: { queue_id: string; last_event_id?: number }) => {
    const { events } = await bob.client.call(getEvents, { ...queue, dont_block: true })
    return events.map((event) => ('message' in event ? (event.message as { content: string }).content : event.type))
  }
  const trim = () => server.ctx.upkeep.trimLog()
  /** Advances the server's time by `seconds` and trims every `step` seconds. */
  const run = async (seconds: number, step = DAY) => {
    await trim()
    for (let ran = 0; ran < seconds; ran += step) {
      clock.pass(step)
      await trim()
    }
  }
  const kept = async () =>
    (await query('select payload from event_log order by seq')).map((row) => JSON.parse(row.payload).message?.content)

  test('keeps every row for an hour, and then rows that a queue needs', async () => {
    await run(DAY)
    await say('nobody asks')
    await run(HOUR - 600, 600)
    expect(await kept()).toEqual(['nobody asks'])
    await run(1_200, 600)
    expect(await kept()).toEqual([])
    const queue = await register()
    await say('somebody asks')
    await run(DAY)
    expect(await kept()).toEqual(['somebody asks'])
    expect(await poll(queue)).toEqual(['somebody asks'])
  })

  test('keeps rows for at most 8 days for a queue that acknowledges nothing', async () => {
    const queue = await register()
    await say('asked for again and again')
    for (let day = 0; day < 8; day += 1) {
      await run(DAY)
      if (day < 7) expect(await poll({ queue_id: queue.queue_id })).toEqual(['asked for again and again'])
    }
    expect(await kept()).toEqual([])
  })

  test('deletes acknowledged rows of a live queue', async () => {
    const queue = await register()
    for (const content of ['long confirmed', 'confirmed', 'only sent']) await say(content)
    const { events } = await bob.client.call(getEvents, { ...queue, dont_block: true })
    const last_event_id = events[1]!.id
    await poll({ ...queue, last_event_id })
    await server.ctx.upkeep.storeProgress()
    await run(DAY)
    // The row of the last confirmed event may also have become other events, which are not confirmed.
    expect(await kept()).toEqual(['confirmed', 'only sent'])
    // Memory needs no earlier rows either, even after a crash.
    server.ctx.queues.ofRealm(await server.ctx.realms.live(server.realm.id)).restart()
    for (const args of [{ last_event_id }, {}]) {
      expect(await poll({ queue_id: queue.queue_id, ...args })).toEqual(['only sent'])
      server.ctx.queues.byId.delete(queue.queue_id)
    }
    // Memory has the recipients of every kept row.
    const talk = server.realm.channelByName('talk')!
    const receivedEver = () => server.realm.memberships.receivedAt(bob.id, talk.id, 0)
    expect(receivedEver()).toBe(false)
    await trim()
    expect(receivedEver()).toBe(true)
  })

  describe('when the clock changes', () => {
    test.each([HOUR, 2 * DAY, 40 * 365 * DAY])(
      'keeps needed rows after a jump of %d seconds ahead',
      async (seconds) => {
        const queue = await register()
        await say('needed')
        await run(HOUR, 600)
        clock.jump(seconds)
        await trim()
        expect(await poll({ queue_id: queue.queue_id })).toEqual(['needed'])
        clock.jump(-seconds)
        await trim()
        expect(await poll({ queue_id: queue.queue_id })).toEqual(['needed'])
      },
    )

    test('deletes old rows by running time after the clock was set back a year', async () => {
      await say('from the future')
      clock.jump(-365 * DAY)
      await run(DAY)
      expect(await kept()).toEqual([])
      clock.jump(365 * DAY)
    })

    test('keeps send keys for a day of running time', async () => {
      const first = await say('once', 'a key')
      await run(HOUR, 600)
      clock.jump(2 * DAY)
      await trim()
      clock.jump(-2 * DAY)
      expect((await say('once', 'a key')).id).toBe(first.id)
      await run(DAY + HOUR, HOUR)
      expect(await query('select from sent_key')).toEqual([])
    })

    test('counts the time of two nodes once, and no downtime', async () => {
      const trimmers = [new TestClock(), new TestClock()].map((own) => ({
        own,
        trimmer: new LogTrimmer(server.ctx.database, own, () => {}),
      }))
      const ran = async () => (await query('select seconds from running_time'))[0].seconds
      const before = await ran()
      for (let minute = 0; minute <= 10; minute += 1)
        for (const { own, trimmer } of trimmers) {
          await trimmer.trim()
          own.pass(60)
        }
      expect((await ran()) - before).toBe(600)
    })
  })

  describe('with a reader of the log', () => {
    const stuck = (purpose: string) =>
      query('insert into log_cursor values ($1, $2, $3)', [server.realm.id, purpose, server.realm.seq])
    const own = (lost: LostRows[] = []) => new LogTrimmer(server.ctx.database, clock, (rows) => lost.push(rows))

    test('keeps rows that the reader has not read', async () => {
      await stuck('a slow one')
      await say('unread')
      await run(9 * DAY)
      expect(await kept()).toEqual(['unread'])
      await query(`update log_cursor set seq = $1 where purpose = 'a slow one'`, [server.realm.seq])
      await run(DAY)
      expect(await kept()).toEqual([])
      await query(`delete from log_cursor where purpose = 'a slow one'`)
    })

    test('deletes them after 30 days and reports what is lost', async () => {
      await stuck('a dead one')
      const { seq } = server.realm
      for (const text of ['a', 'b']) await say(text)
      const lost: LostRows[] = []
      const trimmer = own(lost)
      await server.ctx.jobs.readLog()
      await trimmer.trim()
      for (let day = 0; day < 29; day += 1) {
        clock.pass(DAY)
        await trimmer.trim()
      }
      expect([await kept(), lost]).toEqual([['a', 'b'], []])
      clock.pass(DAY)
      await trimmer.trim()
      expect(await kept()).toEqual([])
      const purpose = 'a dead one'
      expect(lost).toEqual([{ realmId: server.realm.id, purpose, from: seq + 1, to: seq + 2 }])
      await query('delete from log_cursor where purpose = $1', [purpose])
    })
  })

  describe('with very many rows', () => {
    const ROWS = 2 * MAX_DELETED_ROWS + 500
    const grow = async () => {
      await query(
        `insert into event_log (realm_id, seq, at, audience, payload)
         select realm_id, seq + n, 0, '{"to":"nobody"}', '{}' from realm_log, generate_series(1, $1::int) n`,
        [ROWS],
      )
      await query('update realm_log set seq = seq + $1', [ROWS])
      await (await server.ctx.realms.live(server.realm.id)).bringToHead()
      // Marks are ten minutes apart.
      clock.pass(600)
      await trim()
      await query('analyze event_log')
      clock.pass(HOUR)
    }

    test('uses indexes for every statement', async () => {
      await grow()
      // These tables are small here, so the planner would prefer sequential scans.
      const client = await server.database.pool.connect()
      await client.query('set enable_seqscan = off')
      const indexesOf = async (statement: RawBuilder<unknown>) => {
        const { sql: text, parameters } = statement.compile(server.database.db)
        const { rows } = await client.query(`explain ${text}`, [...parameters])
        const plan = rows.map((row) => row['QUERY PLAN']).join('\n')
        return [...new Set([...plan.matchAll(/(?:using|Bitmap Index Scan on) (\w+)/g)].map(([, name]) => name!))].sort()
      }
      const start = server.realm.seq - ROWS
      expect(await indexesOf(pieceQuery(server.realm.id, start, start + MAX_DELETED_ROWS))).toEqual(['event_log_pkey'])
      const bounds = ['event_queue_realm', 'log_cursor_pkey', 'log_mark_pkey']
      expect(await indexesOf(boundsQuery(1_000_000))).toEqual(expect.arrayContaining(bounds))
      const keys = ['log_mark_pkey', 'sent_key_age']
      expect(await indexesOf(keysQuery(1_000_000, 1_000_000_000))).toEqual(expect.arrayContaining(keys))
      client.release(true)
      await run(DAY)
    })

    test('deletes in pieces, each in its own transaction, without blocking sends', async () => {
      await run(DAY)
      await grow()
      const first = (await query('select min(seq) as seq from event_log'))[0].seq
      // Another transaction locks a row of the second piece.
      const client = await server.database.pool.connect()
      await client.query('begin')
      await client.query('select from event_log where seq = $1 for update', [first + MAX_DELETED_ROWS])
      const trimming = trim()
      const floor = async () => (await query('select floor from realm_log'))[0].floor
      await expect.poll(floor).toBe(first + MAX_DELETED_ROWS)
      await say('meanwhile')
      await expectConsistent(server.database.url)
      await client.query('commit')
      client.release()
      await trimming
      expect(await kept()).toEqual(['meanwhile'])
    })
  })
})
