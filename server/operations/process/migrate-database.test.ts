import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { Client } from 'pg'
import { expect, test } from 'vitest'
import { expectConsistent } from '../../../test/faults/check.ts'
import { createEmptyDatabase, type EmptyDatabase } from '../../../test/faults/empty-database.ts'
import { freePort, parleyProcess, temporaryFolder } from '../../../test/parley-process.ts'
import { refuse } from '../../kernel/base/startup-refusal.ts'
import { openPool } from '../../kernel/db/database.ts'
import { migrate } from '../../kernel/db/migrate.ts'
import { migrations } from '../../kernel/db/migrations/index.ts'
import { migrateDatabase } from './migrate-database.ts'

const applied = (database: EmptyDatabase) =>
  database.query<{ name: string; at: Date }>('select name, at from migration order by name')

/** Starts the server on the database, asks it something and ends it. */
async function startsOn(database: EmptyDatabase): Promise<void> {
  const folder = temporaryFolder()
  const env = { DATABASE_URL: database.url, PARLEY_UNSAFE_DATABASE: 'on' }
  const server = parleyProcess(['serve'], { dataDir: join(folder.path, 'data'), port: await freePort(), env })
  await server.says('is ready')
  const response = await fetch(`${server.url}/api/v1/server_settings`)
  expect(await response.json()).toMatchObject({ result: 'success', realm_name: 'Parley' })
  server.child.kill('SIGTERM')
  expect(await server.ended()).toBe(0)
  folder.remove()
}

// Data folders of earlier releases are tested in test/releases.
test.each([
  ['an empty database', 0],
  ['the migration before the newest', migrations.length - 1],
  ['the newest migration', migrations.length],
])('from %s the new code starts, completes the migrations and works', async (_, length) => {
  const database = await createEmptyDatabase()
  try {
    const { db, close } = openPool({ connectionString: database.url })
    await migrate(db, () => {}, migrations.slice(0, length))
    await close()
    const before = await applied(database)
    expect(before).toHaveLength(length)
    await startsOn(database)
    const after = await applied(database)
    expect(after.map((row) => row.name)).toEqual(migrations.map(({ name }) => name))
    // Applied migrations were not applied again.
    expect(after.slice(0, length)).toEqual(before)
    await expectConsistent(database.url)
  } finally {
    await database.close()
  }
})

test('every migration continues from the state that the previous ones have left', async () => {
  const [stepwise, atOnce] = [await createEmptyDatabase(), await createEmptyDatabase()]
  try {
    const { db, close } = openPool({ connectionString: stepwise.url })
    await migrate(db, () => {}, [])
    for (const [index, { name }] of migrations.entries()) {
      const before = await applied(stepwise)
      const done: string[] = []
      await migrate(db, (one) => void done.push(one), migrations.slice(0, index + 1))
      expect(done).toEqual([name])
      expect((await applied(stepwise)).slice(0, index)).toEqual(before)
    }
    await close()
    const other = openPool({ connectionString: atOnce.url })
    await migrate(other.db, () => {})
    await other.close()
    const columns = `select table_name, column_name, data_type, is_nullable, column_default
      from information_schema.columns where table_schema = 'public' order by 1, 2`
    expect(await stepwise.query(columns)).toEqual(await atOnce.query(columns))
  } finally {
    await stepwise.close()
    await atOnce.close()
  }
})

test('it waits while another process migrates, and logs that', async () => {
  const database = await createEmptyDatabase()
  const other = new Client(database.url)
  try {
    await other.connect()
    await other.query('select pg_advisory_lock(727274)')
    const said: string[] = []
    const opened = {
      kind: 'external' as const,
      connection: { connectionString: database.url },
      description: '',
      close: async () => {},
    }
    const migrating = migrateDatabase(opened, { info: (text) => void said.push(text) })
    await expect
      .poll(() => said)
      .toEqual(['Waiting for the database, which another process may be bringing up to date.'])
    await other.query('select pg_advisory_unlock(727274)')
    expect(await migrating).toEqual(migrations.map(({ name }) => name))
  } finally {
    await other.end()
    await database.close()
  }
})

test('each migration of an older database is logged', async () => {
  const database = await createEmptyDatabase()
  const opened = {
    kind: 'external' as const,
    connection: { connectionString: database.url },
    description: '',
    close: async () => {},
  }
  try {
    const { db, close } = openPool({ connectionString: database.url })
    await migrate(db, () => {}, migrations.slice(0, -2))
    const said: string[] = []
    await migrateDatabase(opened, { info: (text) => void said.push(text) })
    const [last, newest] = migrations.slice(-2).map(({ name }) => name)
    const lines = [`${last} (1 of 2)`, `${newest} (2 of 2)`].map((step) => `Migrating the database: ${step}.`)
    // A slow machine is also told that the start waits.
    expect(said.filter((line) => line.startsWith('Migrating'))).toEqual(lines)
    await close()
  } finally {
    await database.close()
  }
})

test('names are unique and in order, because they identify the state of a database', () => {
  const names = migrations.map(({ name }) => name)
  expect(names).toEqual([...new Set(names)].sort())
  for (const name of names) expect(name).toMatch(/^\d{4}-[a-z-]+$/)
})

test('a database that another node uses is not migrated, but one whose only node was killed is', async () => {
  const database = await createEmptyDatabase()
  try {
    const { db, close } = openPool({ connectionString: database.url })
    await migrate(db, () => {}, migrations.slice(0, -1))
    await close()
    const node = randomUUID()
    await database.query(`insert into node (id, url, started_at) values ('${node}', 'https://chat.example.org', 0)`)
    const opened = {
      kind: 'external' as const,
      connection: { connectionString: database.url },
      description: '',
      close: async () => {},
    }
    const log = { info: () => {} }
    await expect(migrateDatabase(opened, log)).rejects.toThrow(refuse.otherNodesRunning('https://chat.example.org'))
    expect(await migrateDatabase(opened, log, node)).toEqual([migrations.at(-1)!.name])
    // There is nothing to migrate, so the other node does not matter.
    expect(await migrateDatabase(opened, log)).toEqual([])
  } finally {
    await database.close()
  }
})
