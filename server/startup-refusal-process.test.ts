import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:net'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createEmptyDatabase, type EmptyDatabase } from '../test/faults/empty-database.ts'
import {
  freePort,
  type ParleyProcess,
  type ProcessOptions,
  parleyProcess,
  temporaryFolder,
} from '../test/parley-process.ts'
import { refuse } from './startup-refusal.ts'

const folder = temporaryFolder()
const at = (name: string): string => join(folder.path, name)
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
}, 60_000)
afterAll(async () => {
  other.close()
  server.child.kill('SIGTERM')
  await server.ended()
  await database.close()
  folder.remove()
})

interface Refused {
  readonly start: Omit<ProcessOptions, 'dataDir'> & { readonly dataDir?: string }
  readonly sentence: string
}

/** Name of the database as a refusal shows it: neither user nor password. */
const shown = (url: string): string => `${new URL(url).host}${new URL(url).pathname}`

/** What an operator can do wrong, or can be hit by, and the one sentence they then read. */
const CASES: Record<string, () => Promise<Refused> | Refused> = {
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
      preload: new URL('../test/preload/full-disk.ts', import.meta.url),
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
      sentence:
        'The database is newer than this Parley (it has 9999-from-the-future): start the newer version that made it, or restore a backup.',
    }
  },
  'the database was made by another PostgreSQL': () => {
    mkdirSync(at('old/postgres'), { recursive: true })
    writeFileSync(at('old/postgres/PG_VERSION'), '17\n')
    return {
      start: { dataDir: at('old') },
      sentence: refuse.databaseOtherVersion(at('old/postgres'), '17', '18').message,
    }
  },
  'the database has moved away': () => {
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
}

const databases: EmptyDatabase[] = []
afterAll(async () => {
  for (const one of databases) await one.close()
})

test.each(Object.entries(CASES))('%s: one sentence, and the code 1', async (_, prepare) => {
  const { start, sentence } = await prepare()
  const refused = parleyProcess(['serve'], { dataDir: at('data'), port, ...start })
  expect(await refused.ended()).toBe(1)
  expect(refused.said.errors).toBe(`${sentence}\n`)
  expect(refused.said.out).toBe('')
})
