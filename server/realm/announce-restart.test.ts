import { afterAll, beforeAll, expect, test } from 'vitest'
import { endpoints } from '../../api/endpoints/index.ts'
import { startTestServer, type TestServer } from '../../test/harness.ts'
import { announceRestart } from './announce-restart.ts'
import { createRealm } from './create-realm.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

test('a restart is told where somebody listens, and the others are not even loaded', async () => {
  await server.owner.call(endpoints.registerQueue, { event_types: ['restart'] })
  const owner = { fullName: 'Quinn', email: 'quinn@example.net', password: 'correct horse battery staple' }
  const { realmId: quiet } = await createRealm(server.ctx, { name: 'Quiet', host: 'quiet.localhost', owner })
  const newcomer = await startTestServer({ beside: server })
  await announceRestart(newcomer.ctx)
  expect(newcomer.ctx.realms.known(quiet)).toBeUndefined()
  await newcomer.close()
  const { rows } = await server.database.pool.query(
    `select realm_id, payload::json -> 'event' -> 'server_generation' as generation from event_log
    where payload::json -> 'event' ->> 'type' = 'restart'`,
  )
  expect(rows).toEqual([{ realm_id: server.realm.id, generation: newcomer.ctx.nodes.generation }])
})
