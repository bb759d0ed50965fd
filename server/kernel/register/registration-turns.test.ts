import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { endpoints } from '../../../api/endpoints/index.ts'
import { createClient } from '../../../client/client.ts'
import type { Person } from '../../../test/harness.ts'
import { changeRealm } from '../../../test/people.ts'
import { useServer } from '../../../test/use-server.ts'

const BUSY = { code: 'SERVER_NOT_READY', status: 503 }
const MAX_WAITING = 50

describe('registrations', () => {
  const { server, ann, bob } = useServer({ members: ['ann', 'bob'] })

  const register = ({ client }: Person) => client.call(endpoints.registerQueue, { fetch_event_types: [] })
  const registerAndPoll = ({ client }: Person) => client.call(endpoints.getEvents, { dont_block: true })
  const waitingForTheTable = async () => {
    const { rows } = await sql<{ n: number }>`
      select count(*)::int as n from pg_locks where not granted and relation = 'event_queue'::regclass`.execute(
      server.database.db,
    )
    return rows[0]!.n
  }
  /** Blocks storing queues while the work runs. */
  async function whileHeldUp(work: (release: () => Promise<void>) => Promise<void>): Promise<void> {
    const client = await server.database.pool.connect()
    const release = async () => void (await client.query('commit'))
    try {
      await client.query('begin')
      await client.query('lock table event_queue in access exclusive mode')
      await work(release)
    } finally {
      await release()
      client.release()
    }
  }

  test('of one account run one after another, for all operations; those of others continue', async () => {
    await whileHeldUp(async (release) => {
      const queues = [register(ann), register(ann), registerAndPoll(ann)]
      await expect.poll(waitingForTheTable).toBe(1)
      const other = register(bob)
      await expect.poll(waitingForTheTable).toBe(2)
      await release()
      const ids = (await Promise.all([...queues, other])).map(({ queue_id }) => queue_id)
      expect(new Set(ids).size).toBe(4)
    })
  })

  test('of one account wait in limited number, and further ones are refused', async () => {
    await whileHeldUp(async (release) => {
      const refused: unknown[] = []
      const all = Array.from({ length: MAX_WAITING + 6 }, () => register(ann).catch((error) => refused.push(error)))
      await expect.poll(() => refused.length).toBe(5)
      for (const error of refused) expect(error).toMatchObject(BUSY)
      const headers = { authorization: `Basic ${btoa(`${ann.email}:${ann.apiKey}`)}` }
      const answer = await fetch(`${server.url}/api/v1/register`, { method: 'POST', headers })
      expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '2'])
      await release()
      await Promise.all(all)
      expect(refused).toHaveLength(5)
    })
    await register(ann)
  })

  test('of visitors run one after another for each address', async () => {
    await changeRealm(server, { enable_spectator_access: true })
    await server.owner.call(endpoints.subscribe, { subscriptions: [{ name: 'town square' }], is_web_public: true })
    const visitor = createClient({ url: server.url, strict: true })
    const states = await Promise.all(Array.from({ length: 3 }, () => visitor.call(endpoints.registerQueue, {})))
    expect(states.map(({ streams }) => streams!.map(({ name }) => name))).toEqual(states.map(() => ['town square']))
  })
})
