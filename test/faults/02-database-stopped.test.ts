import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { expectConsistent } from './check.ts'
import { type OwnDatabase, openOwnDatabase } from './own-database.ts'
import { gather, type Person } from './place.ts'
import { rounds } from './rounds.ts'
import { Senders } from './senders.ts'
import { ServerProcess } from './server-process.ts'

/** The quick form allows more time on a busy machine. */
const RESUMES_WITHIN = rounds(60_000, 10_000)

let database: OwnDatabase
let server: ServerProcess

beforeAll(async () => {
  database = await openOwnDatabase()
  server = await ServerProcess.start({ databaseUrl: database.url })
})
afterAll(async () => {
  await server.dispose()
  await database.close()
})

/** An immediate stop without a checkpoint. The next start recovers from the write-ahead log. */
async function stopHard(): Promise<void> {
  process.kill(database.server.pid, 'SIGQUIT')
  await database.server.stop(10_000)
}

test('database stopped immediately under load: nothing acknowledged is lost, and sending resumes', async () => {
  const people = await gather(server.url, 2)
  const senders = new Senders(server.url, people, { keys: true })
  for (let round = 0; round < rounds(1, 5); round += 1) {
    await sleep(500)
    await stopHard()
    await sleep(700)
    await database.startAgain()
    await senders.expectToResume(RESUMES_WITHIN)
  }
  await sleep(300)
  await senders.stop()
  await senders.expectAllOnce('database stopped hard', people[0] as Person)
  await expectConsistent(database.url)
})

test('the server is ready while its database can be reached', async () => {
  const health = async () => (await fetch(`${server.url}/health`)).json()
  await expect.poll(health).toEqual({ live: true, ready: true })
  await stopHard()
  await expect.poll(health).toEqual({ live: true, ready: false })
  await database.startAgain()
  await expect.poll(health).toEqual({ live: true, ready: true })
})
