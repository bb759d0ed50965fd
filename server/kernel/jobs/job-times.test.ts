import { afterEach, describe, expect, test } from 'vitest'
import { TestClock } from '../../../test/clock.ts'
import { useServer } from '../../../test/use-server.ts'
import { jobKind } from '../log/job.ts'
import { MAX_JOB_ATTEMPTS } from './add-jobs.ts'
import { task } from './task.ts'

const HOUR = 3_600
const DAY = 86_400
const errand = jobKind<{ name: string }>('errand')

describe('a job with a time', () => {
  const clock = new TestClock()
  const { server } = useServer({ clock })
  const ran: string[] = []
  let isFailing = false
  const tasks = [
    task(errand, async (_, { payload: { name } }) => {
      ran.push(name)
      if (isFailing) throw new Error('no')
    }),
  ]

  afterEach(async () => {
    ran.length = 0
    isFailing = false
    await query('delete from graphile_worker._private_jobs')
  })

  const query = async (text: string) => (await server.database.pool.query(text)).rows
  const add = (name: string, timing: { runAt?: number; key?: string } = {}) =>
    server.ctx.transact(server.realm.id, async (tx) => tx.after(errand.job({ name }, timing)))
  const run = () => server.runJobs({ tasks, mayFail: true })
  const inSeconds = (seconds: number) => clock.now() + seconds * 1000

  test('runs when the server clock reaches it', async () => {
    await add('in an hour', { runAt: inSeconds(HOUR) })
    await run()
    clock.pass(HOUR - 1)
    await run()
    expect(ran).toEqual([])
    clock.pass(1)
    await run()
    expect(ran).toEqual(['in an hour'])
  })

  test('unlike one without, depends on the clock: a job without a time runs although the clock was set back', async () => {
    await add('at once')
    await server.ctx.jobs.readLog()
    clock.jump(-2 * DAY)
    await run()
    expect(ran).toEqual(['at once'])
  })

  test('runs before jobs without a time, once it is due', async () => {
    for (const name of ['a', 'b']) await add(name)
    await add('timed', { runAt: inSeconds(-1) })
    await run()
    expect(ran).toEqual(['timed', 'a', 'b'])
  })

  test('is replaced by a later job with the same key', async () => {
    await add('first', { runAt: inSeconds(HOUR), key: 'k' })
    await add('second', { runAt: inSeconds(2 * HOUR), key: 'k' })
    await server.ctx.jobs.readLog()
    clock.pass(HOUR)
    await run()
    expect(ran).toEqual([])
    clock.pass(HOUR)
    await run()
    expect(ran).toEqual(['second'])
  })

  test('is retried with growing waits, all tries within a day', async () => {
    // Ahead of the database clock: graphile-worker adds the wait to the later of both times.
    clock.jump(100 * 365 * DAY)
    isFailing = true
    await add('hopeless', { runAt: clock.now() })
    const waits: number[] = []
    let due = clock.now()
    for (let tries = 1; tries < MAX_JOB_ATTEMPTS; tries += 1) {
      await run()
      const [job] = await query(`select extract(epoch from run_at)::float8 * 1000 as "runAt" from graphile_worker.jobs`)
      waits.push((job.runAt - due) / 1000)
      due = job.runAt
      clock.pass(Math.ceil(waits.at(-1)!))
    }
    expect(waits.slice(0, 3).map(Math.floor)).toEqual([2, 7, 20])
    expect(waits).toEqual(waits.toSorted((a, b) => a - b))
    expect(waits.reduce((sum, wait) => sum + wait, 0)).toBeLessThan(DAY)
    await run()
    expect(ran).toHaveLength(MAX_JOB_ATTEMPTS)
    await run()
    expect(ran).toHaveLength(MAX_JOB_ATTEMPTS)
  })
})
