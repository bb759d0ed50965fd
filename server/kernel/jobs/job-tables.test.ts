import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { expectConsistent } from '../../../test/faults/check.ts'
import { createEmptyDatabase, type EmptyDatabase } from '../../../test/faults/empty-database.ts'
import { ServerProcess } from '../../../test/faults/server-process.ts'
import { UNSAFE } from '../../../test/faults/setting.ts'
import { temporaryFolder } from '../../../test/parley-process.ts'
import { makeJobTables, NEWEST_TABLES } from './job-tables.ts'

const preload = new URL('../../../test/faults/preload/die-at-query.ts', import.meta.url).href
const folder = temporaryFolder()
const secretFile = join(folder.path, 'secret')
let database: EmptyDatabase

beforeAll(async () => {
  database = await createEmptyDatabase()
})
afterAll(async () => {
  await database.close()
  folder.remove()
})

const newest = async () =>
  (await database.query<{ id: number }>('select max(id) as id from graphile_worker.migrations'))[0]!.id

/** Kills the start in the n-th migration of the job tables, before it commits. */
async function dieAt(n: number): Promise<void> {
  const env = { ...UNSAFE, FAULT_QUERY: 'insert into "?graphile_worker"?.migrations', FAULT_SKIP: String(n) }
  const server = await ServerProcess.prepare({ databaseUrl: database.url, secretFile, preload, env })
  server.spawn()
  await expect(server.ready()).rejects.toThrow('did not start')
  await server.dispose()
}

test('kill -9 while the job tables are created: the next start completes them', async () => {
  await dieAt(4)
  const first = await newest()
  expect(first).toBeLessThan(NEWEST_TABLES)
  await dieAt(8)
  expect(await newest()).toBeGreaterThan(first)
  const server = await ServerProcess.start({ databaseUrl: database.url, secretFile, env: UNSAFE })
  expect(await newest()).toBe(NEWEST_TABLES)
  await server.dispose()
  await expectConsistent(database.url)
})

test('several processes create the job tables once', async () => {
  const other = await createEmptyDatabase()
  try {
    const connection = { connectionString: other.url }
    const made = await Promise.all([1, 2, 3].map(() => makeJobTables(connection)))
    expect(made.toSorted()).toEqual([false, false, true])
    expect(await makeJobTables(connection)).toBe(false)
    // NEWEST_TABLES matches the installed version of the library.
    const [row] = await other.query<{ id: number }>('select max(id) as id from graphile_worker.migrations')
    expect(row!.id).toBe(NEWEST_TABLES)
  } finally {
    await other.close()
  }
})
