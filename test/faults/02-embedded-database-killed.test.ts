import { rename } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { isAlive } from '../../server/kernel/base/live-process.ts'
import { type EmbeddedServer, joinEmbedded } from '../../server/kernel/db/embedded/embedded.ts'
import { expectConsistent } from './check.ts'
import { gather, type Person } from './place.ts'
import { promptly, rounds } from './rounds.ts'
import { Senders } from './senders.ts'
import { ServerProcess } from './server-process.ts'
import { signalDatabase } from './signal-database.ts'

/** The quick form allows more time on a busy machine. */
const RESUMES_WITHIN = rounds(60_000, 10_000)

let server: ServerProcess
let people: readonly Person[]
beforeAll(async () => {
  server = await ServerProcess.start()
  people = await gather(server.url, 2)
})
afterAll(() => server.dispose())

const database = async (): Promise<EmbeddedServer> => (await joinEmbedded(server.dataDir)) as EmbeddedServer
const health = async () => {
  const response = await fetch(`${server.url}/health`)
  return { status: response.status, ...((await response.json()) as object) }
}
const READY = { status: 200, live: true, ready: true }
const AWAY = { status: 503, live: true, ready: false }
const timesSaid = (text: string) => server.output.split(text).length - 1

async function killDatabase(): Promise<number> {
  const { pid } = await database()
  process.kill(pid, 'SIGKILL')
  await expect.poll(() => isAlive(pid)).toBe(false)
  return pid
}

/** The connections on which the server receives notices of other nodes. */
async function listeners(databaseUrl: string): Promise<number> {
  const client = new Client(databaseUrl)
  await client.connect()
  const { rows } = await client.query(`select count(*)::int as n from pg_stat_activity where query = 'listen parley'`)
  await client.end()
  return rows[0].n
}

test('embedded database killed under load: it is restarted, and nothing acknowledged is lost', async () => {
  const senders = new Senders(server.url, people, { keys: true })
  for (let round = 0; round < rounds(2, 6); round += 1) {
    // In every second round, the server did not start the database itself.
    if (round % 2 === 1) await server.restart('SIGKILL')
    await sleep(500)
    const killed = await killDatabase()
    const died = performance.now()
    await expect
      .poll(async () => (await joinEmbedded(server.dataDir))?.pid ?? killed, { timeout: RESUMES_WITHIN })
      .not.toBe(killed)
    await senders.expectToResume(RESUMES_WITHIN - (performance.now() - died))
  }
  await sleep(300)
  await senders.stop()
  await senders.expectAllOnce('embedded database killed', people[0] as Person)
  const { host, port, password } = await database()
  const databaseUrl = `postgres://parley:${password}@${encodeURIComponent(host)}:${port}/parley`
  await expect.poll(() => listeners(databaseUrl)).toBe(1)
  await expectConsistent(databaseUrl)
})

test('server and database killed together: the next start works', async () => {
  const { pid } = await database()
  process.kill(pid, 'SIGKILL')
  await server.restart('SIGKILL')
  expect(await health()).toEqual(READY)
})

test('a database that hangs: not ready until it answers again, with one log line each', async () => {
  const { pid } = await database()
  const told = () => [timesSaid('The database does not answer'), timesSaid('The database answers again')]
  // Only the newest output is kept, so lines of earlier tests would disappear while this one counts.
  server.output = ''
  signalDatabase(pid, 'SIGSTOP')
  try {
    await expect.poll(health).toEqual(AWAY)
    await sleep(2_500)
  } finally {
    signalDatabase(pid, 'SIGCONT')
  }
  await expect.poll(health).toEqual(READY)
  await expect.poll(told).toEqual([1, 1])
})

test('a database that cannot be restarted: every try logs the reason, and the server stops on request', async () => {
  const { folder } = await database()
  await rename(join(folder, 'PG_VERSION'), join(folder, 'PG_VERSION.away'))
  await killDatabase()
  await expect.poll(health).toEqual(AWAY)
  await expect.poll(() => timesSaid(`The database in ${folder} has disappeared`)).toBeGreaterThan(1)
  await rename(join(folder, 'PG_VERSION.away'), join(folder, 'PG_VERSION'))
  await expect.poll(health).toEqual(READY)
  await expect.poll(() => server.output).toContain('runs again')

  // Only the newest output is kept, and each look at the health adds a line.
  server.output = ''
  await rename(join(folder, 'PG_VERSION'), join(folder, 'PG_VERSION.away'))
  await killDatabase()
  await expect.poll(() => server.output).toContain('has disappeared')
  await promptly(10_000, async () => expect(await server.stop('SIGTERM')).toBe(0))
  await rename(join(folder, 'PG_VERSION.away'), join(folder, 'PG_VERSION'))
})
