import { randomUUID } from 'node:crypto'
import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import { openDatabaseProxy } from '../../../test/outside/database-proxy.ts'
import { useServer } from '../../../test/use-server.ts'
import { createLogger } from '../base/logger.ts'
import { jobKind } from '../log/job.ts'
import { addJobs, MAX_JOB_ATTEMPTS } from './add-jobs.ts'
import { countJobs, dropJobs, listJobs, retryJobs } from './job-queries.ts'
import { MAX_CONCURRENT_SLOW_JOBS } from './slow-jobs.ts'
import { task } from './task.ts'
import { JobWorker } from './worker.ts'
import { MAX_CONCURRENT_JOBS } from './worker-options.ts'
import { releaseDeadWorkers } from './worker-queries.ts'

const work = jobKind<{ name: string }>('work')

describe('the job worker', () => {
  const { server } = useServer()
  let worker: JobWorker | undefined
  /** What a job does, by its name. Nothing if there is no entry. */
  const deeds = new Map<string, (signal: AbortSignal) => Promise<void>>()
  const begun: string[] = []
  const outcomes: string[] = []

  beforeAll(() => server.ctx.jobs.makeTables())
  afterEach(async () => {
    await worker?.stop()
    worker = undefined
    deeds.clear()
    begun.length = 0
    outcomes.length = 0
    said.length = 0
    await query('delete from graphile_worker._private_jobs')
  })

  const query = async (text: string, values: unknown[] = []) => (await server.database.pool.query(text, values)).rows
  const db = () => server.ctx.database.db
  const tasks = [
    task(work, async (_, { payload: { name }, signal }) => {
      begun.push(name)
      await deeds.get(name)?.(signal)
    }),
  ]
  const said: string[] = []
  const silent = () => createLogger(server.ctx.config, { write: (line) => void said.push(line) })
  const node = async () => (await query('select id from node'))[0].id as string

  async function startWorker({
    drainMilliseconds = 5_000,
    nodeId = '',
    url = server.database.url,
  } = {}): Promise<JobWorker> {
    worker = new JobWorker({
      context: server.ctx,
      database: server.ctx.database,
      connection: { connectionString: url },
      tasks,
      node: nodeId || (await node()),
      logger: silent(),
      drainMilliseconds,
      onOutcome: (name, outcome) => outcomes.push(`${name} ${outcome}`),
    })
    worker.start()
    return worker
  }
  const add = (names: readonly string[], runAt?: number, more: { isSlow?: true } = {}) =>
    addJobs(
      db(),
      names.map((name) => ({
        ...work.job({ name }, { ...more, ...(runAt === undefined ? {} : { runAt }) }),
        realmId: server.realm.id,
        id: name,
      })),
    )
  const states = async () => (await listJobs(db(), null, 100)).map(({ state }) => state)

  test('runs due jobs and no others', async () => {
    await add(['now'])
    await add(['past'], Date.now() - 1_000)
    await add(['later'], Date.now() + 3_600_000)
    await startWorker()
    await expect.poll(() => begun.toSorted()).toEqual(['now', 'past'])
    await expect.poll(states).toEqual(['scheduled'])
    expect(outcomes).toEqual(['work done', 'work done'])
  })

  test('runs jobs that are added while it runs', async () => {
    await add(['first'])
    await startWorker()
    await expect.poll(() => begun).toEqual(['first'])
    await add(['second'])
    await expect.poll(() => begun).toEqual(['first', 'second'])
  })

  test('runs at most four jobs at the same time', async () => {
    const names = Array.from({ length: 10 }, (_, n) => `job ${n}`)
    const gate = Promise.withResolvers<void>()
    let atOnce = 0
    let most = 0
    for (const name of names)
      deeds.set(name, async () => {
        atOnce += 1
        most = Math.max(most, atOnce)
        await gate.promise
        atOnce -= 1
      })
    await add(names)
    await startWorker()
    await expect.poll(() => atOnce).toBe(MAX_CONCURRENT_JOBS)
    expect((await countJobs(db())).states).toMatchObject({
      running: MAX_CONCURRENT_JOBS,
      waiting: 10 - MAX_CONCURRENT_JOBS,
    })
    gate.resolve()
    await expect.poll(() => begun.length).toBe(10)
    expect(most).toBe(MAX_CONCURRENT_JOBS)
  })

  test('keeps room for others while many slow jobs wait for somebody else', async () => {
    const slow = Array.from({ length: 6 }, (_, n) => `slow ${n}`)
    const gate = Promise.withResolvers<void>()
    let atOnce = 0
    let most = 0
    for (const name of slow)
      deeds.set(name, async () => {
        atOnce += 1
        most = Math.max(most, atOnce)
        await gate.promise
        atOnce -= 1
      })
    await add(slow, undefined, { isSlow: true })
    await startWorker()
    await expect.poll(() => atOnce).toBe(MAX_CONCURRENT_SLOW_JOBS)
    await add(['quick 1', 'quick 2', 'quick 3'])
    await expect.poll(() => begun).toEqual(expect.arrayContaining(['quick 1', 'quick 2', 'quick 3']))
    expect(atOnce).toBe(MAX_CONCURRENT_SLOW_JOBS)
    gate.resolve()
    await expect.poll(() => begun.length).toBe(9)
    expect(most).toBe(MAX_CONCURRENT_SLOW_JOBS)
  })

  describe('when a job fails', () => {
    const failing = async () => {
      deeds.set('bad', () => Promise.reject(new Error('It rains.')))
      await add(['bad'])
      await startWorker()
      await expect.poll(states).toEqual(['failed'])
    }

    test('retries it', async () => {
      await failing()
      expect(await listJobs(db(), null, 1)).toMatchObject([{ task: 'work', tries: 1, lastError: 'It rains.' }])
      deeds.clear()
      await query('update graphile_worker._private_jobs set run_at = to_timestamp(0)')
      await expect.poll(states).toEqual([])
      expect(outcomes).toEqual(['work failed', 'work done'])
    })

    test('keeps it as dead after the last try, until an operator retries it', async () => {
      await failing()
      await query('update graphile_worker._private_jobs set attempts = $1, run_at = to_timestamp(0)', [
        MAX_JOB_ATTEMPTS - 1,
      ])
      await expect.poll(states).toEqual(['dead'])
      expect((await countJobs(db())).states).toMatchObject({ dead: 1, failed: 0, waiting: 0 })
      const [dead] = await listJobs(db(), 'dead', 10)
      expect(dead).toMatchObject({ tries: MAX_JOB_ATTEMPTS, mostTries: MAX_JOB_ATTEMPTS, lastError: 'It rains.' })
      deeds.clear()
      expect(await retryJobs(db(), [dead!.id])).toBe(1)
      await expect.poll(states).toEqual([])
      expect(outcomes.at(-1)).toBe('work done')
    })

    test('keeps it as dead until an operator drops it', async () => {
      await failing()
      await query('update graphile_worker._private_jobs set attempts = $1', [MAX_JOB_ATTEMPTS])
      await add(['later'], Date.now() + 3_600_000)
      expect(await dropJobs(db(), 'dead')).toBe(1)
      expect(await states()).toEqual(['scheduled'])
    })
  })

  describe('when it stops', () => {
    test('waits for running jobs and starts no others', async () => {
      // One for each worker, so that none is fetching another job at this moment.
      const slow = Array.from({ length: MAX_CONCURRENT_JOBS }, (_, n) => `slow ${n}`)
      const gate = Promise.withResolvers<void>()
      for (const name of slow) deeds.set(name, () => gate.promise)
      await add(slow)
      const own = await startWorker()
      await expect.poll(() => begun.length).toBe(MAX_CONCURRENT_JOBS)
      const stopping = own.stop()
      await add(['late'])
      gate.resolve()
      await stopping
      expect(begun.toSorted()).toEqual(slow)
      expect(await states()).toEqual(['waiting'])
    })

    test('aborts and releases jobs that do not finish in time, and the try does not count', async () => {
      let signal: AbortSignal | undefined
      const gate = Promise.withResolvers<void>()
      deeds.set('endless', (own) => {
        signal = own
        return gate.promise
      })
      await add(['endless'])
      // The job is aborted well before it is released, also on a busy machine.
      const own = await startWorker({ drainMilliseconds: 1_000 })
      await expect.poll(() => begun).toEqual(['endless'])
      await own.stop()
      expect(await listJobs(db(), null, 10)).toMatchObject([{ state: 'waiting', tries: 0 }])
      expect(signal?.aborted).toBe(true)
      expect(await query('select from job_worker')).toEqual([])
      gate.resolve()
    })
  })

  describe('when a node dies', () => {
    const locked = async (nodeId: string) => {
      await add(['left'])
      await query(`update graphile_worker._private_jobs set locked_at = now(), locked_by = 'pool-of-it', attempts = 1`)
      await query(`insert into job_worker values ('pool-of-it', $1)`, [nodeId])
    }

    test('releases its jobs and runs them', async () => {
      await locked(randomUUID())
      await startWorker()
      await expect.poll(() => begun).toEqual(['left'])
      await expect.poll(states).toEqual([])
      expect(await query(`select from job_worker where id = 'pool-of-it'`)).toEqual([])
    })

    test('does not treat itself as dead, even if its heartbeat is old', async () => {
      const gate = Promise.withResolvers<void>()
      deeds.set('mine', () => gate.promise)
      await add(['mine'])
      await startWorker({ nodeId: randomUUID() })
      await expect.poll(() => begun).toEqual(['mine'])
      const [row] = await query('select id from job_worker')
      expect(await releaseDeadWorkers(db(), row.id)).toBe(0)
      expect(await states()).toEqual(['running'])
      expect(await releaseDeadWorkers(db(), null)).toBe(1)
      gate.resolve()
    })

    test('leaves the jobs of a live node alone', async () => {
      const alive = randomUUID()
      await query(`insert into node (id, url, started_at) values ($1, 'http://elsewhere', 0)`, [alive])
      await locked(alive)
      await add(['other'])
      await startWorker()
      await expect.poll(() => begun).toEqual(['other'])
      await expect.poll(states).toEqual(['running'])
      await query('delete from node where id = $1', [alive])
    })
  })

  test('recovers when its connections are terminated', async () => {
    const gate = Promise.withResolvers<void>()
    deeds.set('cut', () => gate.promise)
    await add(['cut'])
    await startWorker()
    await expect.poll(() => begun).toEqual(['cut'])
    await query(`select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and query like '%graphile_worker%' and pid <> pg_backend_pid()`)
    await query(`select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and query like '%jobs:insert%' and pid <> pg_backend_pid()`)
    gate.resolve()
    await add(['next'])
    await expect.poll(() => new Set(begun)).toEqual(new Set(['cut', 'next']))
    await expect.poll(states).toEqual([])
  })

  test('runs a job that it has locked without learning of it', async () => {
    const proxy = await openDatabaseProxy(server.database.url)
    await add(['first'])
    await startWorker({ url: proxy.urlOf(server.database.url) })
    await expect.poll(states).toEqual([])
    proxy.loseAnswers()
    await add(['lost'])
    await expect.poll(states).toEqual(['running'])
    expect(begun).toEqual(['first'])
    proxy.cut()
    await expect.poll(() => begun).toEqual(['first', 'lost'])
    await expect.poll(states).toEqual([])
    await worker!.stop()
    proxy.close()
  })

  test('recovers when two reports of finished jobs fail while a third job runs', async () => {
    await query(`create function refuse() returns trigger language plpgsql as $$
      begin perform pg_sleep(0.2); raise 'away'; end $$`)
    await query(
      'create trigger refuse before delete on graphile_worker._private_jobs for each statement execute function refuse()',
    )
    const names = ['first', 'second', 'third']
    const gates = new Map(names.map((name) => [name, Promise.withResolvers<void>()]))
    for (const [name, gate] of gates) deeds.set(name, () => gate.promise)
    await add(names)
    await startWorker({ drainMilliseconds: 500 })
    await expect.poll(() => begun.length).toBe(names.length)
    gates.get('first')!.resolve()
    const deletes = async () =>
      (await query(`select from pg_stat_activity where datname = current_database() and wait_event = 'PgSleep'`)).length
    await expect.poll(deletes, { interval: 5 }).toBe(1)
    gates.get('second')!.resolve()
    await expect.poll(deletes, { interval: 5 }).toBe(2)
    await expect.poll(deletes, { interval: 5 }).toBe(0)
    await query('drop function refuse() cascade')
    gates.get('third')!.reject(new Error('It rains.'))
    await expect.poll(states).toEqual(['failed'])
  })

  test('releases the jobs of its workers that failed as soon as the database accepts it', async () => {
    await query(`create function refuse() returns trigger language plpgsql as $$ begin raise 'away'; end $$`)
    for (const table of ['graphile_worker._private_jobs', 'job_worker'])
      await query(`create trigger refuse before delete on ${table} for each statement execute function refuse()`)
    await add(['cut'])
    await startWorker()
    await expect.poll(() => said.join()).toContain('the job workers stopped')
    expect(await states()).toEqual(['running'])
    await query('drop function refuse() cascade')
    await expect.poll(states).toEqual([])
    expect(begun).toEqual(['cut', 'cut'])
  })

  test('reports metrics', async () => {
    await add(['a', 'b'])
    await add(['c'], Date.now() + 3_600_000)
    const text = await server.ctx.metrics.registry.metrics()
    expect(text).toContain('parley_jobs{state="waiting"} 2')
    expect(text).toContain('parley_jobs{state="scheduled"} 1')
    expect(text).toContain('parley_jobs{state="dead"} 0')
    expect(text).toMatch(/parley_jobs_oldest_seconds \d/)
  })
})
