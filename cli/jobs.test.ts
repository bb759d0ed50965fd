import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addJobs } from '../server/kernel/jobs/add-jobs.ts'
import { makeJobTables } from '../server/kernel/jobs/job-tables.ts'
import { createTestDatabase, type TestDatabase } from '../test/harness.ts'
import { parleyProcess, temporaryFolder } from '../test/parley-process.ts'

describe('parley jobs', () => {
  const folder = temporaryFolder()
  let database: TestDatabase

  beforeAll(async () => {
    database = await createTestDatabase()
    await makeJobTables({ connectionString: database.url })
    const job = (id: string) => ({ task: 'mail', payload: { secret: 'hush' }, realmId: 1, id })
    await addJobs(database.db, [job('a'), job('b'), job('c'), { ...job('d'), runAt: Date.UTC(2100, 0, 1) }])
    const set = (change: string, id: number) =>
      database.pool.query(`update graphile_worker._private_jobs set ${change} where id = $1`, [id])
    await set(`attempts = 12, last_error = 'No route to smtp://me:hush@host' || chr(10) || 'at all'`, 2)
    await set(`locked_at = now(), locked_by = 'pool', attempts = 1`, 3)
  })
  afterAll(async () => {
    await database.close()
    folder.remove()
  })

  const parley = async (...args: string[]) => {
    const env = { DATABASE_URL: database.url, PARLEY_UNSAFE_DATABASE: 'on' }
    const { ended, said } = parleyProcess(['jobs', ...args], { dataDir: join(folder.path, 'data'), env })
    const code = await ended()
    // Said on a slow machine.
    const errors = said.errors.replace(/^.*INFO: Waiting for the database.*\n/m, '')
    return { code, out: said.out.trim(), errors: errors.trim() }
  }
  const states = async () =>
    JSON.parse((await parley('--json')).out).map(({ id, state }: { id: number; state: string }) => `${id} ${state}`)

  test('lists jobs, dead ones first, without payloads or passwords', async () => {
    const { code, out, errors } = await parley()
    expect({ code, errors }).toEqual({ code: 0, errors: '' })
    expect(out.split('\n')).toEqual([
      'ID  STATE      TASK  TRIES     NOT BEFORE            LAST ERROR',
      '2   dead       mail  12 of 12                        No route to smtp://me:[hidden]@host',
      '4   scheduled  mail  0 of 12   2100-01-01T00:00:00Z',
      '3   running    mail  1 of 12',
      '1   waiting    mail  0 of 12',
      '1 waiting, 1 scheduled, 1 running, 0 failed, 1 dead',
    ])
  })

  test('lists jobs of one state, as JSON', async () => {
    const { out } = await parley('list', '--state', 'dead', '--json')
    expect(JSON.parse(out)).toEqual([
      {
        ...{ id: 2, task: 'mail', state: 'dead', tries: 12, mostTries: 12, runAt: null },
        lastError: 'No route to smtp://me:[hidden]@host\nat all',
        createdAt: expect.stringMatching(/Z$/),
      },
    ])
  })

  test('retries a job unless it is running', async () => {
    expect(await parley('retry', '2')).toEqual({ code: 0, out: '1 job will run again.', errors: '' })
    expect(await states()).toEqual(['4 scheduled', '3 running', '2 waiting', '1 waiting'])
    for (const id of ['3', '99'])
      expect(await parley('retry', id)).toEqual({
        ...{ code: 1, out: '' },
        errors: `There is no job ${id}, or it is running.`,
      })
  })

  test('drops one job, or all dead ones', async () => {
    expect(await parley('drop', '4')).toMatchObject({ code: 0, out: '1 job dropped.' })
    expect(await parley('drop', '3')).toMatchObject({ code: 1 })
    expect(await parley('drop', 'dead')).toMatchObject({ code: 0, out: '0 jobs dropped.' })
    await database.pool.query('update graphile_worker._private_jobs set attempts = 12 where id < 3')
    expect(await parley('retry', 'dead')).toMatchObject({ code: 0, out: '2 jobs will run again.' })
    await database.pool.query('update graphile_worker._private_jobs set attempts = 12 where id < 3')
    expect(await parley('drop', 'dead')).toMatchObject({ code: 0, out: '2 jobs dropped.' })
    expect(await states()).toEqual(['3 running'])
  })

  test.each([
    [['again'], '"again" is not an action; there are list, retry and drop.'],
    [['retry'], 'ID is missing.'],
    [['drop', 'x'], '"x" is not the number of a job.'],
    [['--state', 'sad'], '--state is one of waiting, scheduled, running, failed, dead.'],
  ])('refuses %j', async (args, sentence) => {
    expect(await parley(...args)).toMatchObject({ code: 2, errors: `${sentence} See: parley jobs --help` })
  })
})
