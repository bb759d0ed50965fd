import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { endpoints } from '../../../api/endpoints/index.ts'
import { startTestServer, type TestServer } from '../../../test/harness.ts'
import { useServer } from '../../../test/use-server.ts'
import { features } from '../../features.ts'
import { allOf } from '../feature.ts'
import { jobKind } from '../log/job.ts'
import { addMissingCursors } from '../log/log-cursors.ts'
import { LogReader } from './log-reader.ts'
import type { Purpose } from './purposes.ts'
import { purposesOf } from './purposes.ts'

const purposes = purposesOf(allOf(features, 'messageJobs'))

const greeting = jobKind<{ text: string }>('greeting')

describe('the log reader', () => {
  const { server, ann } = useServer({ members: ['ann'], channel: 'talk', env: { PARLEY_RATE_LIMITS: 'off' } })

  beforeAll(async () => {
    await server.ctx.jobs.makeTables()
    // The first message of a topic also makes its author follow it, which is a row of its own.
    await say('first')
  })
  beforeEach(async () => {
    await server.ctx.jobs.readLog()
    await query('delete from graphile_worker._private_jobs')
  })

  const query = async (text: string, values: unknown[] = []) => (await server.database.pool.query(text, values)).rows
  const append = (...jobs: ReturnType<typeof greeting.job>[]) =>
    server.ctx.transact(server.realm.id, async (tx) => {
      for (const job of jobs) tx.after(job)
    })
  const say = (content: string) =>
    ann.client.call(endpoints.sendMessage, { type: 'channel', to: 'talk', topic: 'x', content })
  const cursor = async () => (await query('select seq from log_cursor where realm_id = $1', [server.realm.id]))[0].seq
  const jobs = () =>
    query(`select payload, key, run_at, max_attempts, identifier from graphile_worker._private_jobs j
      join graphile_worker._private_tasks t on t.id = j.task_id order by j.id`)
  const works = async () => (await jobs()).map((job) => job.payload.work)

  /** A separate reader with the same resources as the server's own. */
  function reader(means: { purposes?: Record<string, Purpose>; server?: TestServer } = {}) {
    const failures: unknown[] = []
    let added = 0
    const made = new LogReader({
      database: (means.server ?? server).ctx.database,
      purposes: means.purposes ?? purposes,
      beforeJobs: async () => {},
      onJobs: () => {
        added += 1
      },
      onFailure: (error) => failures.push(error),
    })
    return Object.assign(made, { failures, batches: () => added })
  }

  test('creates the jobs of a row once, with their times and keys', async () => {
    const runAt = Date.UTC(2030, 0, 1)
    await append(greeting.job({ text: 'one' }), greeting.job({ text: 'two' }, { runAt, key: 'k' }))
    const { seq } = server.realm
    for (let time = 0; time < 3; time += 1) await server.ctx.jobs.readLog()
    expect(await jobs()).toMatchObject([
      {
        identifier: 'greeting',
        payload: { realm: server.realm.id, id: `jobs ${seq} 0`, work: { text: 'one' } },
        key: null,
        run_at: new Date(0),
      },
      { payload: { id: `jobs ${seq} 1`, work: { text: 'two' } }, key: `${server.realm.id} k`, run_at: new Date(runAt) },
    ])
    expect(await cursor()).toBe(seq)
  })

  test('creates no jobs of a transaction that is rolled back', async () => {
    const failing = server.ctx.transact(server.realm.id, async (tx) => {
      tx.after(greeting.job({ text: 'never' }))
      throw new Error('no')
    })
    await expect(failing).rejects.toThrow('no')
    await server.ctx.jobs.readLog()
    expect(await jobs()).toEqual([])
  })

  test('adds jobs and moves its position in one transaction', async () => {
    await append(greeting.job({ text: 'x' }))
    const before = await cursor()
    const failing = reader({
      purposes: {
        // Longer than the table allows.
        jobs: () => [{ task: 'x'.repeat(200), payload: {} }],
      },
    })
    await expect(failing.catchUp()).rejects.toThrow('tasks_identifier_check')
    expect(failing.failures).toHaveLength(1)
    expect([await cursor(), await works()]).toEqual([before, []])
    await server.ctx.jobs.readLog()
    expect(await works()).toEqual([{ text: 'x' }])
  })

  test('creates each job once when two nodes read at the same time', async () => {
    const other = await startTestServer({ beside: server })
    const texts = Array.from({ length: 40 }, (_, n) => ({ text: `${n}` }))
    for (const one of texts) await append(greeting.job(one))
    const nodes = [reader(), reader({ server: other }), reader(), reader({ server: other })]
    await Promise.all(nodes.map((node) => node.catchUp()))
    await server.ctx.jobs.readLog()
    expect((await works()).map(({ text }) => Number(text))).toEqual(texts.map((_, n) => n))
    expect(nodes.flatMap((node) => node.failures)).toEqual([])
    await other.close()
  })

  test('skips an organization that another reader has locked', async () => {
    await append(greeting.job({ text: 'held' }))
    const before = await cursor()
    const client = await server.database.pool.connect()
    await client.query('begin')
    await client.query('select from log_cursor where realm_id = $1 for update', [server.realm.id])
    await reader().catchUp()
    await client.query('rollback')
    client.release()
    expect([await cursor(), await works()]).toEqual([before, []])
    await reader().catchUp()
    expect(await works()).toEqual([{ text: 'held' }])
  })

  test('has a position per purpose, and passes each row to each purpose once', async () => {
    const id = server.realm.id
    await query(`insert into log_cursor select realm_id, 'words', seq from log_cursor where realm_id = $1`, [id])
    const words: Purpose = ({ payload: { message } }) => (message ? [greeting.job({ text: message.content })] : [])
    await say('hello')
    await append(greeting.job({ text: 'own' }))
    await server.ctx.jobs.readLog()
    expect(await works()).toEqual([{ text: 'own' }])
    await reader({ purposes: { ...purposes, words } }).catchUp()
    expect(await works()).toEqual([{ text: 'own' }, { text: 'hello' }])
    const ids = (await jobs()).map((job) => job.payload.id)
    expect(ids).toEqual([`jobs ${server.realm.seq} 0`, `words ${server.realm.seq - 1} 0`])
    await query(`delete from log_cursor where purpose = 'words'`)
  })

  test('starts at the end of the log if it has no position yet', async () => {
    await append(greeting.job({ text: 'before' }))
    await query('delete from log_cursor')
    await addMissingCursors(server.ctx.database.db)
    await append(greeting.job({ text: 'after' }))
    await addMissingCursors(server.ctx.database.db)
    await server.ctx.jobs.readLog()
    expect(await works()).toEqual([{ text: 'after' }])
  })

  test('reads a long log in batches bounded by rows and bytes', async () => {
    const rows = `insert into event_log (realm_id, seq, at, audience, payload)
      select $1, $2 + n, 0, '{"to":"nobody"}', json_build_object('jobs', case when n % 100 = 0 then
        json_build_array(json_build_object('task', 'greeting', 'payload', json_build_object('text', n::text))) end,
        'state', json_build_array(), 'x', case when n between 300 and 303 then repeat('x', 3000000) end)
      from generate_series(1, 1200) n`
    const { seq } = server.realm
    await query(rows, [server.realm.id, seq])
    await query('update realm_log set seq = seq + 1200 where realm_id = $1', [server.realm.id])
    await (await server.ctx.realms.live(server.realm.id)).bringToHead()
    const own = reader()
    await own.catchUp()
    expect((await works()).map(({ text }) => Number(text))).toEqual(Array.from({ length: 12 }, (_, n) => (n + 1) * 100))
    expect(own.batches()).toBe(3)
    expect(await cursor()).toBe(seq + 1200)
  })

  describe('notified of applied rows', () => {
    const listening = async () => {
      const own = reader()
      const live = await server.ctx.realms.live(server.realm.id)
      const rows = async (work: () => Promise<unknown>) => {
        const { seq } = server.realm
        await work()
        const after = 'select seq, audience, payload from event_log where realm_id = $1 and seq > $2 order by seq'
        const found = await query(after, [server.realm.id, seq])
        return found.map((row) => ({
          seq: row.seq,
          audience: JSON.parse(row.audience),
          payload: JSON.parse(row.payload),
        }))
      }
      const notice = async (work: () => Promise<unknown>) =>
        (await rows(work)).map((row) => own.noticed(live.realmId, row)).includes(true)
      return { own, notice }
    }

    test('needs a read only if a row has jobs', async () => {
      const { own, notice } = await listening()
      expect(await notice(() => say('a'))).toBe(false)
      expect(await notice(() => append(greeting.job({ text: 'b' })))).toBe(true)
      expect(await notice(() => say('c'))).toBe(false)
      await own.catchUp()
      expect(await works()).toEqual([{ text: 'b' }])
      expect(await cursor()).toBe(server.realm.seq)
    })

    test('skips rows that memory has seen without reading them, and no others', async () => {
      const { own, notice } = await listening()
      await notice(async () => {
        for (const text of ['a', 'b', 'c']) await say(text)
      })
      // Reading them would fail to find them.
      const { rows } = await server.database.pool.query(
        'delete from event_log where realm_id = $1 and seq > $2 returning *',
        [server.realm.id, server.realm.seq - 3],
      )
      await own.catchUp()
      expect(await cursor()).toBe(server.realm.seq)
      for (const row of rows)
        await query('insert into event_log values ($1, $2, $3, $4, $5)', [
          ...[row.realm_id, row.seq, row.at, row.audience, row.payload],
        ])
      await append(greeting.job({ text: 'unseen' }))
      await notice(() => say('seen'))
      await own.catchUp()
      expect(await works()).toEqual([{ text: 'unseen' }])
    })
  })
})
