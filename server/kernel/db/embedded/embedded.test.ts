import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, chownSync, existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from 'pg'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { testShelter } from '../../../../test/parley-process.ts'
import { readConfig } from '../../base/config.ts'
import { isAlive } from '../../base/live-process.ts'
import { refuse } from '../../base/startup-refusal.ts'
import { connectionOf, openDatabase } from '../connect.ts'
import { type EmbeddedOptions, joinEmbedded, restartEmbedded, startEmbedded as start } from './embedded.ts'
import { stopPostmaster } from './postmaster.ts'

let parent: string
let dataDir: string
beforeAll(() => {
  parent = mkdtempSync(join(tmpdir(), 'parley-embedded-'))
  chmodSync(parent, 0o711)
  dataDir = join(parent, 'data')
})
afterAll(async () => {
  const left = existsSync(join(dataDir, 'postgres')) ? await joinEmbedded(dataDir) : null
  await left?.stop()
  rmSync(parent, { recursive: true })
})

const quiet = { info: () => {} }
const shelter = testShelter()
const config = (more: Record<string, string> = {}) =>
  readConfig({ PARLEY_DATA_DIR: dataDir, PARLEY_SHELTER_DIR: shelter, ...more })
const startEmbedded = (folder: string, options: EmbeddedOptions = {}) => start(folder, { shelter, ...options })

async function query(connection: object, sql: string): Promise<unknown[]> {
  const client = new Client(connection)
  await client.connect()
  const { rows } = await client.query({ text: sql, rowMode: 'array' })
  await client.end()
  return rows.flat()
}

test('the first start creates a durable UTF8 database, for its owner only and without superuser rights', async () => {
  const database = await openDatabase(config(), quiet)
  expect(database.kind).toBe('embedded')
  expect(database.description).toMatch(/^embedded PostgreSQL 18\.\d+ in .*\/postgres$/)
  const facts = `SELECT current_setting('server_encoding'), current_setting('fsync'), rolsuper, lower('ÄÉ')
                 FROM pg_roles WHERE rolname = current_user`
  expect(await query(database.connection, facts)).toEqual(['UTF8', 'on', false, 'äé'])
  expect(statSync(join(dataDir, 'postgres')).mode & 0o777).toBe(0o700)
  expect(statSync(join(dataDir, 'postgres', 'parley-password')).mode & 0o777).toBe(0o600)
  await database.close()
})

test('the database is reachable only from this machine', async () => {
  const server = await startEmbedded(dataDir)
  expect(server.host.startsWith('/') || server.host === '127.0.0.1').toBe(true)
  expect(await query(connectionOf(server, 'parley'), 'SHOW listen_addresses')).toEqual([''])
  await expect(query({ ...connectionOf(server, 'parley'), password: 'wrong' }, 'SELECT 1')).rejects.toThrow(/password/)
  await server.stop()
  expect(isAlive(server.pid)).toBe(false)
})

test('the database has a socket that DATABASE_URL can name as for psql', async () => {
  const { host, password, stop } = await startEmbedded(dataDir)
  const addresses = [
    `//parley:${password}@/parley?host=${host}`,
    `///parley?host=${host}&user=parley&password=${password}`,
  ]
  for (const address of addresses) {
    const database = await openDatabase(readConfig({ DATABASE_URL: `postgres:${address}` }), quiet)
    expect(database.description).toMatch(/^PostgreSQL 18\.\d+ at \/.*\/postgres\/parley$/)
    expect(await query(database.connection, 'SELECT current_user')).toEqual(['parley'])
  }
  await stop()
})

test('the database is adopted, with its data, if it outlived its process', async () => {
  const killed = await startEmbedded(dataDir)
  await query(connectionOf(killed, 'parley'), 'CREATE TABLE kept AS SELECT 7 AS n')
  const next = await startEmbedded(dataDir)
  expect(next).toMatchObject({ adopted: true, pid: killed.pid })
  expect(await query(connectionOf(next, 'parley'), 'SELECT n FROM kept')).toEqual([7])
  await next.stop()
  expect(isAlive(killed.pid)).toBe(false)
})

test('the database is repaired by the next start after its own death, and keeps everything', async () => {
  const server = await startEmbedded(dataDir)
  await query(connectionOf(server, 'parley'), 'UPDATE kept SET n = 8')
  process.kill(server.pid, 'SIGKILL')
  await expect.poll(() => isAlive(server.pid)).toBe(false)
  const next = await startEmbedded(dataDir)
  expect(await query(connectionOf(next, 'parley'), 'SELECT n FROM kept')).toEqual([8])
  await next.stop()
})

test('the database is used by a command and left running', async () => {
  const server = await startEmbedded(dataDir)
  const joined = await openDatabase(config(), quiet, { owner: false })
  expect(await query(joined.connection, 'SELECT n FROM kept')).toEqual([8])
  await joined.close()
  expect(isAlive(server.pid)).toBe(true)
  await server.stop()
})

test('the database is refused without durability, unless the setting allows it', async () => {
  const server = await startEmbedded(dataDir)
  await query(connectionOf(server, 'postgres'), 'ALTER SYSTEM SET synchronous_commit = off')
  await server.stop()
  await expect(openDatabase(config(), quiet)).rejects.toThrow(/^The database would lose .* synchronous_commit=off: /)
  const unsafe = await openDatabase(config({ PARLEY_UNSAFE_DATABASE: 'on' }), quiet)
  await query({ ...unsafe.connection, user: 'postgres', database: 'postgres' }, 'ALTER SYSTEM RESET ALL')
  await unsafe.close()
})

/** The database's own user. A server checks only processes of that user. */
const owner = () => {
  const { uid, gid } = statSync(join(dataDir, 'postgres'))
  return { uid, gid }
}

/** The lock files with which a dead server still claims the folder and its socket. */
function leaveLocks(pid: number): void {
  const lock = [pid, dataDir, '1', '5432', dataDir, '', '1 1', 'ready'].join('\n')
  for (const file of ['postmaster.pid', '.s.PGSQL.5432.lock'].map((name) => join(dataDir, 'postgres', name))) {
    writeFileSync(file, `${lock}\n`, { mode: 0o600 })
    chownSync(file, owner().uid, owner().gid)
  }
}

test('the database starts although its old process number belongs to another or a dead program', async () => {
  // The shell becomes a program that does not collect its children, long before the child ends.
  const script = 'sleep 1 & echo $!; exec sleep 60'
  const other = spawn('sh', ['-c', script], { stdio: ['ignore', 'pipe', 'ignore'], ...owner() })
  const [said] = (await once(other.stdout, 'data')) as [Buffer]
  const ended = Number(said)
  await expect.poll(() => isAlive(ended)).toBe(false)
  expect(process.kill(ended, 0)).toBe(true)
  for (const pid of [ended, other.pid as number]) {
    leaveLocks(pid)
    const server = await startEmbedded(dataDir)
    expect(server.adopted).toBe(false)
    await server.stop()
  }
  other.kill()
})

test('the database is waited for while it is suspended, and then refused with the remedy', async () => {
  const stopped = await startEmbedded(dataDir)
  process.kill(stopped.pid, 'SIGSTOP')
  const file = join(dataDir, 'postgres', 'postmaster.pid')
  const lock = readFileSync(file, 'utf8')
  try {
    for (const status of ['starting', 'stopping']) {
      writeFileSync(file, lock.replace('ready', status))
      await expect(startEmbedded(dataDir, { patience: 100 })).rejects.toThrow(
        refuse.databaseStuck(stopped.folder, stopped.pid),
      )
    }
    const ended = startEmbedded(dataDir, { signal: AbortSignal.timeout(100) })
    await expect(ended).rejects.toMatchObject({ name: 'TimeoutError' })
    writeFileSync(file, lock)
    const unanswered = openDatabase(config(), quiet, { owner: false, patience: 100 })
    await expect(unanswered).rejects.toThrow(refuse.databaseStuck(stopped.folder, stopped.pid))
  } finally {
    writeFileSync(file, lock)
    process.kill(stopped.pid, 'SIGCONT')
  }
  await stopped.stop()
})

test('the database is stopped again when its start is cancelled', async () => {
  // A standby without hot_standby never becomes ready.
  const standby = join(dataDir, 'postgres', 'standby.signal')
  writeFileSync(standby, '')
  chownSync(standby, owner().uid, owner().gid)
  const ending = new AbortController()
  const starting = startEmbedded(dataDir, { signal: ending.signal, flags: ['-c', 'hot_standby=off'] })
  const outcome = starting.catch((error: unknown) => error)
  const file = join(dataDir, 'postgres', 'postmaster.pid')
  const running = () => (existsSync(file) ? readFileSync(file, 'utf8') : '')
  await expect.poll(running).toContain('standby')
  const pid = Number.parseInt(running(), 10)
  onTestFinished(async () => {
    await stopPostmaster(pid)
    rmSync(standby)
  })
  ending.abort()
  expect(await outcome).toBe(ending.signal.reason)
  expect(isAlive(pid)).toBe(false)
})

test('the database uses the loopback address if its path is too long for a socket', async () => {
  const long = join(parent, 'd'.repeat(60), 'e'.repeat(60))
  const server = await startEmbedded(long)
  expect(server.host).toBe('127.0.0.1')
  expect(await query(connectionOf(server, 'postgres'), 'SELECT 1 AS n')).toEqual([1])
  process.kill(server.pid, 'SIGKILL')
  await expect.poll(() => isAlive(server.pid)).toBe(false)
  const again = await restartEmbedded(long, server, { shelter })
  expect(again).toMatchObject({ adopted: false, host: server.host, port: server.port })
  expect(await query(connectionOf(server, 'postgres'), 'SELECT 1 AS n')).toEqual([1])
  await again.stop()
})
