import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type DatabaseProxy, openDatabaseProxy } from '../outside/database-proxy.ts'
import { expectConsistent } from './check.ts'
import { type OwnDatabase, openOwnDatabase } from './own-database.ts'
import { gather, type Person } from './place.ts'
import { Senders } from './senders.ts'
import { ServerProcess } from './server-process.ts'
import { signalDatabase } from './signal-database.ts'

const REFUSED_WITHIN = 10_000
const RESUMES_WITHIN = 10_000
const ROUNDS = 2
/** A short silence that is noticed only at its end, and a long one in which sends are refused. */
const SILENCES = [3_000, 14_000]

describe('a silent database', () => {
  let database: OwnDatabase
  let proxy: DatabaseProxy
  let server: ServerProcess
  let people: readonly Person[]

  beforeAll(async () => {
    database = await openOwnDatabase()
    proxy = await openDatabaseProxy(database.url)
    server = await ServerProcess.start({ databaseUrl: proxy.urlOf(database.url) })
    people = await gather(server.url, 3)
  })
  afterAll(async () => {
    await server.dispose()
    proxy.close()
    await database.close()
  })

  const kinds = [
    {
      what: 'its processes are paused',
      fallSilent: () => signalDatabase(database.server.pid, 'SIGSTOP'),
      answer: () => signalDatabase(database.server.pid, 'SIGCONT'),
    },
    {
      what: 'its connections drop everything, and only new ones work again',
      fallSilent: () => proxy.fallSilent(),
      answer: () => proxy.acceptAgain(),
    },
  ]

  test.each(kinds)(
    '$what: sends are refused in time and resume, and nothing is lost',
    async ({ what, fallSilent, answer }) => {
      const senders = new Senders(server.url, people, { keys: true, patience: REFUSED_WITHIN, topic: what })
      for (let round = 0; round < ROUNDS; round += 1) {
        for (const silence of SILENCES) {
          await senders.expectToResume(RESUMES_WITHIN)
          fallSilent()
          await sleep(silence)
          answer()
          await senders.expectToResume(RESUMES_WITHIN)
        }
      }
      await senders.stop()
      console.log(`${what}: ${senders.unanswered} refused, ${senders.unheard} not answered within 10 s`)
      expect(senders.unanswered).toBeGreaterThan(0)
      expect(senders.unheard).toBe(0)
      await senders.expectAllOnce(what, people[0] as Person)
      await expectConsistent(database.url)
    },
    180_000,
  )
})
