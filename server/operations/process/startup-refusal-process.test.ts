import { randomBytes } from 'node:crypto'
import { chmodSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:net'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { createEmptyDatabase, type EmptyDatabase } from '../../../test/faults/empty-database.ts'
import { createTestDatabase } from '../../../test/harness.ts'
import {
  freePort,
  type ParleyProcess,
  type ProcessOptions,
  parleyProcess,
  temporaryFolder,
  testShelter,
} from '../../../test/parley-process.ts'
import { refuse } from '../../kernel/base/startup-refusal.ts'
import { startEmbedded } from '../../kernel/db/embedded/embedded.ts'

const folder = temporaryFolder()
const at = (name: string): string => join(folder.path, name)
const forbiddenFile = new URL('../../../test/preload/forbidden-file.ts', import.meta.url)
const unsafe = { PARLEY_UNSAFE_DATABASE: 'on' }

let database: EmptyDatabase
let server: ParleyProcess
let other: Server
let takenPort = 0
let port = 0
beforeAll(async () => {
  database = await createEmptyDatabase()
  port = await freePort()
  const env = { ...unsafe, DATABASE_URL: database.url }
  server = parleyProcess(['serve'], { dataDir: at('live'), port: await freePort(), env })
  await server.says('is ready')
  other = createServer()
  takenPort = await new Promise((resolve) =>
    other.listen(0, '127.0.0.1', () => resolve((other.address() as { port: number }).port)),
  )
})
afterAll(async () => {
  other.close()
  server.child.kill('SIGTERM')
  await server.ended()
  await database.close()
  folder.remove()
})

interface RefusedStart {
  readonly start: Omit<ProcessOptions, 'dataDir'> & { readonly dataDir?: string }
  readonly sentence: string
}

/** The name of the database in a refusal, without user and password. */
const shown = (url: string): string => `${new URL(url).host}${new URL(url).pathname}`

/** Mistakes and problems of an operator, each with the one sentence that is printed. */
const CASES: Record<string, () => Promise<RefusedStart> | RefusedStart> = {
  'the port is taken': () => ({
    start: { port: takenPort },
    sentence: refuse.portTaken('127.0.0.1', takenPort).message,
  }),
  'the address is not one of this machine': () => ({
    start: { env: { PARLEY_HOST: '192.0.2.1' } },
    sentence: refuse.addressUnknown('192.0.2.1').message,
  }),
  'the data folder is in use by a live server': () => ({
    start: { dataDir: server.dataDir },
    sentence: refuse.folderInUse(server.dataDir, server.url, server.child.pid ?? 0).message,
  }),
  'the data folder is a file': () => {
    writeFileSync(at('file'), '')
    return { start: { dataDir: at('file') }, sentence: refuse.folderIsNone(at('file')).message }
  },
  'the disk is full': () => ({
    start: {
      dataDir: at('full'),
      env: { FAULT_FULL: at('full') },
      preload: new URL('../../../test/preload/full-disk.ts', import.meta.url),
    },
    sentence: refuse.diskFull(at('full')).message,
  }),
  'the database is newer than the code': async () => {
    const newer = await createEmptyDatabase()
    databases.push(newer)
    await newer.query(`create table migration (name text primary key, at timestamptz not null default now());
      insert into migration (name) values ('9999-from-the-future')`)
    return {
      start: { env: { ...unsafe, DATABASE_URL: newer.url } },
      sentence: refuse.databaseNewer('9999-from-the-future').message,
    }
  },
  'the database was created by another PostgreSQL': () => {
    mkdirSync(at('old/postgres'), { recursive: true })
    writeFileSync(at('old/postgres/PG_VERSION'), '17\n')
    return {
      start: { dataDir: at('old') },
      sentence: refuse.databaseOtherVersion(at('old/postgres'), '17', '18').message,
    }
  },
  'the database folder has disappeared': () => {
    mkdirSync(at('moved'))
    symlinkSync(at('nowhere'), at('moved/postgres'))
    return {
      start: { dataDir: at('moved') },
      sentence: refuse.databaseLinkBroken(at('moved/postgres'), at('nowhere')).message,
    }
  },
  'the database cannot be reached': () => ({
    start: { env: { DATABASE_URL: 'postgres://parley:hunter2@127.0.0.1:1/parley' } },
    sentence: refuse.databaseUnreachable('127.0.0.1:1/parley', 'connect ECONNREFUSED 127.0.0.1:1').message,
  }),
  'the database does not exist': () => {
    const url = new URL(database.url)
    url.pathname = '/not_there'
    return {
      start: { env: { DATABASE_URL: url.href } },
      sentence: refuse.databaseUnreachable(shown(url.href), 'database "not_there" does not exist').message,
    }
  },
  'the certificate of the database does not exist': () => {
    const url = `${database.url}?sslmode=verify-full&sslrootcert=${at('no-certificate')}`
    const why = `ENOENT: no such file or directory, open '${at('no-certificate')}'`
    return { start: { env: { DATABASE_URL: url } }, sentence: refuse.databaseUnreachable(shown(url), why).message }
  },
  'the password in the address of the database has special characters': () => ({
    start: { env: { DATABASE_URL: 'postgres://parley:hunter@2#4@127.0.0.1:1/parley' } },
    sentence:
      'DATABASE_URL is not a usable address: write an address such as postgres://parley:password@db.example.org/parley, with @ / ? # % in the password as %40 %2F %3F %23 %25.',
  }),
  'the sign-in details cannot be written': async () => {
    // With its tables, because slow migrations would be logged.
    const empty = await createTestDatabase()
    databases.push(empty)
    const file = at('no-sign-in/first-sign-in.txt')
    mkdirSync(file, { recursive: true })
    const why = `Path is a directory: rm returned EISDIR (is a directory) ${file}`
    return {
      start: { dataDir: at('no-sign-in'), env: { ...unsafe, DATABASE_URL: empty.url } },
      sentence: refuse.signInUnwritable(file, why).message,
    }
  },
  'durability is switched off': async () => {
    const forgetful = await createEmptyDatabase()
    databases.push(forgetful)
    await forgetful.query(`alter database ${new URL(forgetful.url).pathname.slice(1)} set synchronous_commit = off`)
    const off = await forgetful.query<{ name: string }>(
      `select name || '=off' as name from pg_settings where setting = 'off'
       and name in ('fsync', 'full_page_writes', 'synchronous_commit')`,
    )
    const names = off.map((row) => row.name)
    expect(names).toContain('synchronous_commit=off')
    const inOrder = ['fsync=off', 'full_page_writes=off', 'synchronous_commit=off'].filter((it) => names.includes(it))
    return {
      start: { env: { DATABASE_URL: forgetful.url } },
      sentence: refuse.databaseUnsafe(inOrder.join(', ')).message,
    }
  },
  'a setting is wrong': () => ({
    start: { env: { PARLEY_RATE_LIMITS: 'no' } },
    sentence: 'PARLEY_RATE_LIMITS is "no": write "on" or "off".',
  }),
  'a setting is misspelled': () => ({
    start: { env: { PARLEY_PROT: '80' } },
    sentence: 'PARLEY_PROT is not a setting of Parley: remove it, or look up its name with "parley --help".',
  }),
  'the secret is damaged': () => {
    writeFileSync(at('short-secret'), 'c2hvcnQ=\n')
    return {
      start: { env: { ...unsafe, DATABASE_URL: database.url, PARLEY_SECRET_FILE: at('short-secret') } },
      sentence: refuse.secretUnusable(at('short-secret')).message,
    }
  },
  'the secret is missing although there are accounts': () => ({
    start: { dataDir: at('no-secret'), env: { ...unsafe, DATABASE_URL: database.url } },
    sentence: refuse.secretMissing(at('no-secret/secret')).message,
  }),
  'the secret is not the one of the database': () => {
    writeFileSync(at('other-secret'), `${randomBytes(32).toString('base64')}\n`)
    return {
      start: { env: { ...unsafe, DATABASE_URL: database.url, PARLEY_SECRET_FILE: at('other-secret') } },
      sentence: refuse.secretOfAnother(at('other-secret')).message,
    }
  },
  'the secret is a folder': () => ({
    start: { env: { ...unsafe, DATABASE_URL: database.url, PARLEY_SECRET_FILE: folder.path } },
    sentence: refuse.secretIsNoFile(folder.path).message,
  }),
  'the secret is inside a file': () => {
    writeFileSync(at('no-folder'), '')
    return {
      start: { env: { ...unsafe, DATABASE_URL: database.url, PARLEY_SECRET_FILE: at('no-folder/secret') } },
      sentence: refuse.secretIsNoFile(at('no-folder/secret')).message,
    }
  },
  'the secret belongs to another user': () => ({
    start: {
      env: { ...unsafe, DATABASE_URL: database.url, FAULT_FORBIDDEN: at('closed'), PARLEY_SECRET_FILE: at('closed') },
      preload: forbiddenFile,
    },
    sentence: refuse.secretForbidden(at('closed')).message,
  }),
  'the data folder cannot be created': () => ({
    start: { dataDir: '/proc/parley' },
    sentence: refuse.folderImpossible('/proc/parley').message,
  }),
  'the data folder is in use by another user': () => ({
    start: {
      dataDir: server.dataDir,
      env: { FAULT_FORBIDDEN: join(server.dataDir, 'parley.json') },
      preload: forbiddenFile,
    },
    sentence: refuse.holderForbidden(join(server.dataDir, 'parley.json')).message,
  }),
  'the file of the holder is a folder': () => {
    mkdirSync(at('held/parley.json'), { recursive: true })
    return { start: { dataDir: at('held') }, sentence: refuse.holderIsFolder(at('held/parley.json')).message }
  },
  'the database has lost its version': () => {
    mkdirSync(at('remains/postgres/base'), { recursive: true })
    return { start: { dataDir: at('remains') }, sentence: refuse.databaseIncomplete(at('remains/postgres')).message }
  },
  'the database is open to other users': async () => {
    await (await startEmbedded(at('open'), { shelter: testShelter() })).stop()
    chmodSync(at('open/postgres'), 0o755)
    return { start: { dataDir: at('open') }, sentence: refuse.databaseOpenToOthers(at('open/postgres')).message }
  },
  'the role may not create tables': async () => {
    const closed = await createEmptyDatabase()
    databases.push(closed)
    // No role may create tables there, not even a superuser, which the suite's own role can be.
    await closed.query(`alter database ${new URL(closed.url).pathname.slice(1)} set search_path = pg_catalog`)
    const [role] = await closed.query<{ name: string; isSuper: boolean }>(
      'select rolname as name, rolsuper as "isSuper" from pg_roles where rolname = current_user',
    )
    const why = role?.isSuper ? 'to create "pg_catalog.migration"' : 'for schema pg_catalog'
    return {
      start: { env: { ...unsafe, DATABASE_URL: closed.url } },
      sentence: refuse.databaseForbidden(
        new URL(closed.url).pathname.slice(1),
        role?.name ?? '',
        `permission denied ${why}`,
      ).message,
    }
  },
  'the database is read-only': async () => {
    const still = await createEmptyDatabase()
    databases.push(still)
    await still.query(`alter database ${new URL(still.url).pathname.slice(1)} set default_transaction_read_only = on`)
    return {
      start: { env: { ...unsafe, DATABASE_URL: still.url } },
      sentence: refuse.databaseReadOnly(shown(still.url)).message,
    }
  },
}

const databases: Pick<EmptyDatabase, 'close'>[] = []
afterAll(async () => {
  for (const one of databases) await one.close()
})

test.each(Object.entries(CASES))('%s: one sentence, and the code 1', async (_, prepare) => {
  const { start, sentence } = await prepare()
  const refused = parleyProcess(['serve'], { dataDir: at('data'), port, ...start })
  // If it starts after all, it would occupy the port of the next tests.
  onTestFinished(() => void refused.child.kill('SIGKILL'))
  expect(await refused.ended()).toBe(1)
  expect(refused.said.errors).toBe(`${sentence}\n`)
  // On a slow machine the output says what the start waits for, and nothing else.
  const lines = refused.said.out.split('\n').filter((line) => !/is starting|not answered yet|Waiting for/.test(line))
  expect(lines).toEqual([''])
})
