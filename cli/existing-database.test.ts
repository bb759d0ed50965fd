import { existsSync, mkdirSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { refuse } from '../server/kernel/base/startup-refusal.ts'
import { openPool } from '../server/kernel/db/database.ts'
import { migrate } from '../server/kernel/db/migrate.ts'
import { migrations } from '../server/kernel/db/migrations/index.ts'
import { createEmptyDatabase } from '../test/faults/empty-database.ts'
import { parleyProcess, temporaryFolder, withoutProgress } from '../test/parley-process.ts'

const folder = temporaryFolder()
afterAll(() => folder.remove())

async function parley(args: readonly string[], dataDir: string, env: Record<string, string> = {}) {
  const { ended, said } = parleyProcess(args, { dataDir, env })
  return { code: await ended(), out: said.out.trim(), errors: withoutProgress(said.errors) }
}

test.each([
  [['fsck']],
  [['create-user', 'ada@example.org', 'Ada']],
  [['invite', 'ada@example.org']],
  [['reset-password', 'ada@example.org']],
  [['list-orgs']],
  [['deactivate', 'ada@example.org']],
  [['permit', 'ada@example.org', 'can_create_users']],
  [['set-host', 'old.example.org', 'new.example.org']],
])('%j does not create a database if there is none', async (args) => {
  const mistyped = join(folder.path, 'mistyped')
  const { message } = refuse.folderWithoutDatabase(mistyped)
  expect(await parley(args, mistyped)).toEqual({ code: 1, out: '', errors: message })
  expect(existsSync(mistyped)).toBe(false)
})

test('an empty folder in place of the database is not a database', async () => {
  const dataDir = join(folder.path, 'hollow')
  mkdirSync(join(dataDir, 'postgres'), { recursive: true })
  const { message } = refuse.folderWithoutDatabase(dataDir)
  expect(await parley(['fsck'], dataDir)).toEqual({ code: 1, out: '', errors: message })
  expect(readdirSync(dataDir)).toEqual(['postgres'])
})

test('fsck refuses a database that is older than the code, and leaves it unchanged', async () => {
  const database = await createEmptyDatabase()
  const dataDir = join(folder.path, 'unused')
  const env = { DATABASE_URL: database.url, PARLEY_UNSAFE_DATABASE: 'on' }
  const names = migrations.map(({ name }) => name)
  try {
    const empty = refuse.databaseOlder(names.join(', ')).message
    expect(await parley(['fsck'], dataDir, env)).toEqual({ code: 1, out: '', errors: empty })
    const { db, close } = openPool({ connectionString: database.url })
    await migrate(db, () => {}, migrations.slice(0, -1))
    await close()
    const older = refuse.databaseOlder(names.at(-1)!).message
    expect(await parley(['fsck'], dataDir, env)).toEqual({ code: 1, out: '', errors: older })
    const applied = await database.query<{ name: string }>('select name from migration order by name')
    expect(applied.map(({ name }) => name)).toEqual(names.slice(0, -1))

    expect(await parley(['migrate'], dataDir, env)).toMatchObject({ code: 0, out: `Applied: ${names.at(-1)}` })
    const found = await parley(['fsck'], join(folder.path, 'not made'), env)
    expect(found).toMatchObject({ code: 0, out: expect.stringMatching(/^Everything is consistent/) })
    expect(existsSync(join(folder.path, 'not made'))).toBe(false)
    expect(await database.query('select from node')).toEqual([])
  } finally {
    await database.close()
  }
})
