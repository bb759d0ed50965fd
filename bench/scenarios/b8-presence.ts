import pg from 'pg'
import { atLeast, figure } from '../figure.ts'
import { startBareServer } from '../floor/bare-process.ts'
import { Connection } from '../http/connection.ts'
import { type Person, post } from '../http/requests.ts'
import type { Scenario } from '../scenario.ts'
import { ratios } from '../statistics.ts'

const ONLINE = 2_000
const CONNECTIONS = 50
const WARM_UP = 3_000
const ROUND = 2_500

/**
 * The people whose keys the data set has report their presence in turn, as a client does: with the number of the last
 * change that it knows. Others are online without reporting again.
 */
export const presence: Scenario = {
  id: 'B8',
  title: 'presence pings while 2,000 people are online ÷ a bare POST with as many connections',
  async run(bench) {
    const data = await bench.mediumData()
    const server = await bench.runningServer()
    await bringOnline(await bench.database())
    const bare = await startBareServer()
    const pings = await open(server.port, pingsOf(data.users))
    const floor = await open(bare.port, { next: () => BARE_POST, take: () => {} })
    await pings.run(WARM_UP)
    await floor.run(WARM_UP / 3)
    const measured: number[] = []
    const posts: number[] = []
    for (let round = 0; round < bench.rounds; round += 1) {
      measured.push(await pings.run(ROUND))
      posts.push(await floor.run(ROUND))
    }
    pings.close()
    floor.close()
    bare.stop()
    const ratio = ratios(measured, posts)
    const name = `${ONLINE.toLocaleString('en')} people online`
    return [figure({ scenario: 'B8', name, unit: 'requests/s', measured, floor: posts, ratio, target: atLeast(0.5) })]
  },
}

/** As if they had just reported. The server reads changes of other nodes before it answers. */
async function bringOnline(database: pg.ClientConfig): Promise<void> {
  const client = new pg.Client(database)
  await client.connect()
  await client.query(
    `with people as (
      select id, realm_id, row_number() over (order by id) as n from account where is_active and bot_type is null limit $1
    ), counter as (
      insert into presence_counter (realm_id, last_id) select realm_id, count(*) from people group by 1
      on conflict (realm_id) do update set last_id = presence_counter.last_id + excluded.last_id
      returning realm_id, last_id
    )
    insert into presence (user_id, realm_id, active_at, connected_at, update_id)
    select p.id, p.realm_id, $2, $2, c.last_id - $1 + p.n from people p join counter c on c.realm_id = p.realm_id
    on conflict (user_id) do update
    set active_at = excluded.active_at, connected_at = excluded.connected_at, update_id = excluded.update_id`,
    [ONLINE, Math.floor(Date.now() / 1000)],
  )
  await client.end()
}

const BARE_POST =
  'POST / HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/x-www-form-urlencoded\r\nContent-Length: 51\r\n\r\n' +
  'status=active&new_user_input=true&last_update_id=12'

interface Requests {
  /** The next request, and a number that its answer comes with. */
  next(turn: number): string
  take(turn: number, body: Buffer): void
}

/** The client of each person. */
function pingsOf(people: readonly Person[]): Requests {
  const lastUpdates = new Map<number, number>()
  const whose = (turn: number) => turn % people.length
  return {
    next(turn) {
      const last_update_id = lastUpdates.get(whose(turn)) ?? -1
      const report = { status: 'active', new_user_input: true, last_update_id }
      return post(people[whose(turn)] as Person, '/users/me/presence', report)
    },
    take(turn, body) {
      const { presence_last_update_id: last } = JSON.parse(body.toString()) as { presence_last_update_id: number }
      lastUpdates.set(whose(turn), last)
    },
  }
}

/** Sends as many requests at once as there are connections. */
async function open(port: number, { next, take }: Requests) {
  const connections = await Promise.all(Array.from({ length: CONNECTIONS }, () => Connection.open(port)))
  let turns = 0
  async function repeat(connection: Connection, end: number): Promise<number> {
    let count = 0
    for (; performance.now() < end; count += 1) {
      const turn = turns++
      const { status, body } = await connection.send(next(turn))
      if (status !== 200) throw new Error(`A request was answered ${status}: ${body.toString()}`)
      take(turn, body)
    }
    return count
  }
  return {
    /** Requests per second during that time. */
    async run(milliseconds: number): Promise<number> {
      const start = performance.now()
      const counts = await Promise.all(connections.map((connection) => repeat(connection, start + milliseconds)))
      return (counts.reduce((sum, count) => sum + count, 0) * 1000) / (performance.now() - start)
    },
    close(): void {
      for (const connection of connections) connection.close()
    },
  }
}
