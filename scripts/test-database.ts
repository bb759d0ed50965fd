import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { Client } from 'pg'
import { connectionOf } from '../server/kernel/db/connect.ts'
import { startEmbedded } from '../server/kernel/db/embedded/embedded.ts'
import { databasePrefix } from '../test/database-name.ts'
import { dropDatabase, makeTemplates, removeTemplates } from '../test/template.ts'
import { type OlderPostgres, startOlderPostgres } from './older-postgres.ts'
import type { TestRun } from './test-run.ts'

/**
 * Fast, and still safe if any process dies: only a power loss could lose data. Statements keep their meaning
 * (synchronous_commit stays on), because fault tests kill the server.
 */
const FAST = ['-c', 'fsync=off', '-c', 'full_page_writes=off', '-c', 'max_connections=200']

export interface TestDatabaseServer {
  readonly url: string
  /** Databases that tests have created and not removed, one line each. */
  leftovers(): Promise<string[]>
  stop(): Promise<void>
  /** Called after all processes have ended. Removes what is left on an external server. */
  clear(): Promise<void>
}

/** Which server: our own, one as a hosted PostgreSQL would be, or the oldest that we support. */
export type Kind = 'embedded' | 'hosted' | 'older'

/**
 * The server for the databases of the suite. Usually the superuser of an embedded one. For `--postgres` the same as
 * with a hosted PostgreSQL: DATABASE_URL, or a role that may only create databases.
 */
export async function testDatabase(run: TestRun, kind: Kind, signal: AbortSignal): Promise<TestDatabaseServer> {
  const given = process.env['DATABASE_URL']
  const prefix = databasePrefix(run.mark)
  // Runs inside a test of the test command clone nothing.
  const prepare = process.env['PARLEY_TEST_TEMPLATES'] === 'none' ? async () => {} : makeTemplates
  if (kind === 'hosted' && given) {
    await prepare(given, run.mark, run.folder)
    return { url: given, leftovers: () => leftIn(given, run.mark), stop, clear: () => removeDatabases(given, prefix) }
  }
  const shelter = run.environment['PARLEY_TEST_SHELTER']
  const options = { tcp: true, flags: FAST, signal, shelter }
  const server =
    kind === 'older' ? await startOlderPostgres(run, FAST) : await startEmbedded(join(run.folder, 'data'), options)
  const user = kind === 'embedded' ? 'postgres' : await createPlainRole(server)
  const url = `postgres://${user}:${server.password}@${server.host}:${server.port}/postgres`
  await prepare(url, run.mark, run.folder)
  return { url, leftovers: () => leftIn(url, run.mark), stop: () => server.stop(), clear: async () => {} }
}

/** An external server keeps running. */
const stop = async (): Promise<void> => {}

async function leftIn(url: string, mark: string): Promise<string[]> {
  await removeTemplates(url, mark)
  const names = await withClient(url, (client) => databasesNamed(client, databasePrefix(mark)))
  return names.map((name) => `A test left a database behind: ${name}`)
}

async function removeDatabases(url: string, prefix: string): Promise<void> {
  const names = await withClient(url, (client) => databasesNamed(client, prefix))
  for (const name of names) await dropDatabase(url, name)
}

async function databasesNamed(client: Client, prefix: string): Promise<string[]> {
  const { rows } = await client.query<{ datname: string }>(
    'select datname from pg_database where starts_with(datname, $1)',
    [prefix],
  )
  return rows.map(({ datname }) => datname)
}

async function withClient<T>(url: string, work: (client: Client) => Promise<T>): Promise<T> {
  const client = new Client(url)
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

async function createPlainRole(server: Omit<OlderPostgres, 'stop'>): Promise<string> {
  const role = `tester_${randomBytes(4).toString('hex')}`
  const client = new Client(connectionOf(server, 'postgres'))
  await client.connect()
  await client.query(`CREATE ROLE ${role} LOGIN CREATEDB PASSWORD ${client.escapeLiteral(server.password)}`)
  await client.end()
  return role
}
