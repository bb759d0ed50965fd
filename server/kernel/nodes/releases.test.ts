import { expect, test } from 'vitest'
import { endpoints } from '../../../api/endpoints/index.ts'
import { startTestServer } from '../../../test/harness.ts'
import { useServer } from '../../../test/use-server.ts'
import { refuse } from '../base/startup-refusal.ts'
import { LOG_VERSION } from '../log/log-row.ts'

const { server } = useServer()

test('a node does not join a node that writes another log format', async () => {
  const { pool } = server.database
  const { url } = server.ctx.config
  for (const version of [LOG_VERSION - 1, LOG_VERSION + 1]) {
    await pool.query('update node set log_version = $1', [version])
    await expect(startTestServer({ beside: server })).rejects.toThrow(refuse.otherRelease(url))
  }
  await pool.query('update node set log_version = $1', [LOG_VERSION])
  const second = await startTestServer({ beside: server })
  await second.close()
})

test('a row of a newer release is not interpreted: requests are refused until the node is upgraded', async () => {
  const ann = await server.person('Ann')
  await server.database.pool.query(
    `with lane as (update realm_log set seq = seq + 1 where realm_id = $1 returning seq)
    insert into event_log (realm_id, seq, at, audience, payload)
    select $1, seq, 0, '{"to":"everyone"}', '{"v":' || $2::int || ',"event":{"type":"novelty"}}' from lane`,
    [server.realm.id, LOG_VERSION + 1],
  )
  const before = server.realm.seq
  const sending = ann.client.call(endpoints.sendMessage, { type: 'direct', to: `[${ann.id}]`, content: 'Hello' })
  await expect(sending).rejects.toMatchObject({
    code: 'SERVER_NOT_READY',
    message: expect.stringContaining('upgrade this node'),
  })
  expect(server.realm.seq).toBe(before)
})
