import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { connectionOf } from '../../server/db/connect.ts'
import { bootstrapRole } from '../../server/db/embedded/bootstrap.ts'
import { type EmbeddedServer, restartEmbedded, startEmbedded } from '../../server/db/embedded/embedded.ts'
import { testShelter } from '../parley-process.ts'
import { expectConsistent } from './check.ts'
import { gather, type Person } from './place.ts'
import { rounds } from './rounds.ts'
import { Senders } from './senders.ts'
import { ServerProcess } from './server-process.ts'

/** A busy machine gets longer in the quick form. */
const RESUMES_WITHIN = rounds(60_000, 10_000)

let folder: string
let database: EmbeddedServer
let server: ServerProcess
let databaseUrl: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'parley-database-'))
  await chmod(folder, 0o711)
  database = await startEmbedded(join(folder, 'data'), { tcp: true, shelter: testShelter() })
  await bootstrapRole(connectionOf(database, 'postgres'), database.password)
  databaseUrl = `postgres://parley:${database.password}@${database.host}:${database.port}/parley`
  server = await ServerProcess.start({ databaseUrl })
})
afterAll(async () => {
  await server.dispose()
  await database.stop()
  await rm(folder, { recursive: true, force: true })
})

/** An immediate stop: no check point, no farewell; the next start recovers from the write-ahead log. */
async function stopHard(): Promise<void> {
  process.kill(database.pid, 'SIGQUIT')
  await database.stop(10_000)
}

const startAgain = () => restartEmbedded(join(folder, 'data'), database, { tcp: true, shelter: testShelter() })

test('the database stopped hard under load: nothing acknowledged is lost, sending resumes by itself', async () => {
  const people = await gather(server.url, 2)
  const senders = new Senders(server.url, people, { keys: true })
  for (let round = 0; round < rounds(1, 5); round += 1) {
    await sleep(500)
    await stopHard()
    await sleep(700)
    database = await startAgain()
    await senders.expectToResume(RESUMES_WITHIN)
  }
  await sleep(300)
  await senders.stop()
  await senders.expectAllOnce('database stopped hard', people[0] as Person)
  await expectConsistent(databaseUrl)
})

test('the server is ready while its database can be reached', async () => {
  const health = async () => (await fetch(`${server.url}/health`)).json()
  await expect.poll(health).toEqual({ live: true, ready: true })
  await stopHard()
  await expect.poll(health).toEqual({ live: true, ready: false })
  database = await startAgain()
  await expect.poll(health).toEqual({ live: true, ready: true })
})
