import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { migrations } from '../../server/kernel/db/migrations/index.ts'
import { temporaryFolder } from '../parley-process.ts'
import { expectConsistent } from './check.ts'
import { createEmptyDatabase, type EmptyDatabase } from './empty-database.ts'
import { isFull } from './rounds.ts'
import { ServerProcess } from './server-process.ts'
import { UNSAFE } from './setting.ts'

const preload = new URL('preload/die-at-query.ts', import.meta.url).href

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

/** The statements of migrations, as distinct from all other statements of a start. */
const STATEMENT = '^\\s*(create|alter|drop) (?!table if not exists migration)'

/** Kills the start at its n-th migration statement. False if there are fewer. */
async function dieAt(n: number): Promise<boolean> {
  const env = { ...UNSAFE, FAULT_QUERY: STATEMENT, FAULT_SKIP: String(n), FAULT_MOMENT: 'after' }
  const server = await ServerProcess.prepare({ databaseUrl: database.url, secretFile, preload, env })
  server.spawn()
  const died = await server.ready().then(
    () => false,
    () => true,
  )
  await server.dispose()
  return died
}

test('kill -9 in the middle of the migrations: the next start completes them', async () => {
  const step = isFull ? 4 : 23
  let kills = 0
  // Each start gets further than the previous one, which left nothing incomplete.
  for (let n = 2; await dieAt(n); n += step) kills += 1
  expect(kills).toBeGreaterThan(0)

  const server = await ServerProcess.start({ databaseUrl: database.url, secretFile, env: UNSAFE })
  const applied = await database.query<{ name: string }>('select name from migration order by name')
  expect(applied.map((row) => row.name)).toEqual(migrations.map((migration) => migration.name))
  const { length } = await database.query('select from realm')
  console.log(
    `kill -9 within migrations: ${kills} kills, ${applied.length} migrations complete, ${length} organization`,
  )
  expect(length).toBe(1)
  await server.dispose()
  await expectConsistent(database.url)
})
