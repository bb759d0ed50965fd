import { describe, expect, test } from 'vitest'
import { endpoints } from '../../../api/endpoints/index.ts'
import { TestClock } from '../../../test/clock.ts'
import { explains } from '../../../test/events-explain-state.ts'
import { startTestServer, type TestServer } from '../../../test/harness.ts'
import { useServer } from '../../../test/use-server.ts'
import { seconds } from '../../kernel/base/clock.ts'
import { createRealm } from '../../operations/founding/create-realm.ts'
import { announceRestart } from './announce-restart.ts'

describe('a restart', () => {
  const clock = new TestClock()
  const { server } = useServer({ clock })

  const generationAt = async ({ owner }: Pick<TestServer, 'owner'>) =>
    (await owner.call(endpoints.registerQueue, { fetch_event_types: ['realm'] })).server_generation

  test('is the time of the start in seconds, on every node', async () => {
    const since = await generationAt(server)
    clock.pass(1_000)
    let newcomer: TestServer | undefined
    // Everybody whose events go on hears of it, also from the node that was there before.
    const told = await explains({ Olivia: server.owner }, async () => {
      newcomer = await startTestServer({ beside: server, clock })
      await announceRestart(newcomer.ctx)
    })
    const start = seconds(clock)
    expect(start).toBeGreaterThan(since!)
    expect(told['Olivia']).toMatchObject([
      { type: 'restart', server_generation: start },
      { type: 'web_reload_client', immediate: false },
    ])
    expect([await generationAt(server), await generationAt(newcomer!)]).toEqual([start, start])
    await newcomer!.close()
    expect(await generationAt(server)).toBe(start)
  })

  test('grows with every start, also twice in a second and when the clock is set back', async () => {
    const generations: number[] = []
    for (const jump of [0, 0, -3_600]) {
      clock.jump(jump)
      const next = await startTestServer({ beside: server, clock })
      generations.push(next.ctx.nodes.generation)
      await next.close()
    }
    const [first = 0] = generations
    expect(generations).toEqual([first, first + 1, first + 2])
  })

  test('is numbered after 2038 as well', async () => {
    clock.jump(Date.UTC(2040) / 1000 - seconds(clock))
    const next = await startTestServer({ beside: server, clock })
    expect(next.ctx.nodes.generation).toBe(Date.UTC(2040) / 1000)
    await next.close()
  })

  test('reaches organizations with open queues, and the others are not even loaded', async () => {
    await server.owner.call(endpoints.registerQueue, { event_types: ['restart'] })
    const owner = { fullName: 'Quinn', email: 'quinn@example.net', password: 'correct horse battery staple' }
    const { realmId: quiet } = await createRealm(server.ctx, { name: 'Quiet', host: 'quiet.localhost', owner })
    const newcomer = await startTestServer({ beside: server, clock })
    await announceRestart(newcomer.ctx)
    expect(newcomer.ctx.realms.known(quiet)).toBeUndefined()
    await newcomer.close()
    const { rows } = await server.database.pool.query(
      `select realm_id, payload::json -> 'event' -> 'server_generation' as generation from event_log
      where payload::json -> 'event' ->> 'type' = 'restart' order by seq desc`,
    )
    expect(new Set(rows.map((row) => row.realm_id))).toEqual(new Set([server.realm.id]))
    expect(rows[0].generation).toBe(newcomer.ctx.nodes.generation)
  })
})
