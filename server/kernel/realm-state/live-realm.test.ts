import { setTimeout as sleep } from 'node:timers/promises'
import { beforeAll, describe, expect, test } from 'vitest'
import { useServer } from '../../../test/use-server.ts'
import type { LiveRealm } from './live-realm.ts'

describe('an organization in memory', () => {
  const { server } = useServer()
  let live: LiveRealm

  beforeAll(async () => {
    live = await server.ctx.realms.live(server.realm.id)
  })

  test('catching up does not block requests that hold all the connections', async () => {
    const { db, pool } = server.ctx.database
    const others = Array.from({ length: pool.options.max! - 1 }, () => pool.connect())
    const clients = await Promise.all(others)
    const held = db.connection().execute(async (mine) => {
      const catchingUp = live.catchUp()
      const position = live.atSnapshot(mine, (at) => at)
      const first = await Promise.race([position, sleep(2_000).then(() => 'both wait')])
      return { first, catchingUp }
    })
    const { first, catchingUp } = await held
    for (const client of clients) client.release()
    expect(first).toBe(live.seq)
    await catchingUp
  })

  test('catching up reads the log in limited pieces', async () => {
    const megabytes = 3
    const rows = 5
    await server.database.pool.query(
      `with lane as (update realm_log set seq = seq + ${rows} where realm_id = $1 returning seq - ${rows} as seq)
      insert into event_log (realm_id, seq, at, audience, payload)
      select $1, seq + n, 0, '{"to":"nobody"}', '{"background":"' || repeat('x', ${megabytes} * 1024 * 1024) || '"}'
      from lane, generate_series(1, ${rows}) n`,
      [live.realmId],
    )
    const sizes: number[] = []
    const before = live.seq
    await live.catchUp(async (text, values) => {
      const answer = await server.database.pool.query(text, [...values])
      sizes.push(answer.rows.length)
      return answer.rows
    })
    expect(live.seq).toBe(before + rows)
    expect(sizes).toEqual([3, 2])
  })
})
