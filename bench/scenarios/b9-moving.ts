import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { COUNTED_AFTER } from '../database-counters.ts'
import { atMost, type Figure, figure } from '../figure.ts'
import { Connection } from '../http/connection.ts'
import { type Person, patch, post } from '../http/requests.ts'
import { bodyOf, timeOf } from '../http/success.ts'
import { type Bench, channelOf, type DataSet, type Scenario } from '../scenario.ts'
import { quantile } from '../statistics.ts'
import { startProber } from './prober.ts'

const MESSAGES = 10_000
const CONNECTIONS = 20
/** Operations are measured this often, because each needs a topic of its own size. */
const MAX_ROUNDS = 3

/** What is done to a large topic, by the parameters of the request. */
interface Operation {
  readonly name: string
  readonly mostRows?: number
  parameters(topic: string, place: Places): Readonly<Record<string, string | number>>
}

interface Places {
  readonly from: number
  readonly to: number
}

const OPERATIONS: readonly Operation[] = [
  { name: 'resolve', mostRows: 5, parameters: (topic) => ({ topic: `✔ ${topic}` }) },
  { name: 'merge', parameters: () => ({ topic: 'the merged topic' }) },
  { name: 'move to another channel', parameters: (_, { to }) => ({ stream_id: to }) },
]

export const moving: Scenario = {
  id: 'B9',
  title: 'resolve, merge and move a topic of 10,000 messages: rows, time, and sends of others meanwhile',
  async run(bench) {
    const data = await bench.mediumData()
    const server = await bench.runningServer()
    const observer = new pg.Client(await bench.database())
    await observer.connect()
    const [from, to] = largest(data)
    const mover = new Mover(server.port, data.users, { from, to })
    await mover.say('the merged topic', 1)
    const figures: Figure[] = []
    for (const operation of OPERATIONS) figures.push(...(await measure(bench, data, mover, operation, observer)))
    await observer.end()
    return figures
  },
}

/** Two channels with everybody. */
function largest(data: DataSet): [number, number] {
  const [first, second] = data.channels.toSorted((a, b) => b.subscribers - a.subscribers)
  return [first!.id, second!.id]
}

async function measure(
  bench: Bench,
  data: DataSet,
  mover: Mover,
  operation: Operation,
  observer: pg.Client,
): Promise<Figure[]> {
  const { port } = await bench.runningServer()
  const times: number[] = []
  const meanwhile: number[] = []
  const longest: number[] = []
  for (let round = 0; round < Math.min(bench.rounds, MAX_ROUNDS); round += 1) {
    const topic = `${operation.name} ${round}`
    await mover.say(topic, MESSAGES)
    const say = { type: 'channel', to: channelOf(data, 10).id, topic: 'meanwhile', content: 'Hello' }
    const prober = await startProber(port, post(data.users[1] as Person, '/messages', say))
    await sleep(200)
    await prober.take()
    times.push(await mover.change(topic, operation))
    const sends = (await prober.take()).toSorted((a, b) => a - b)
    await prober.stop()
    meanwhile.push(quantile(sends, 0.99))
    longest.push(sends.at(-1) ?? 0)
  }
  const rows = await rowsWritten(observer, async () => {
    const topic = `${operation.name} counted`
    await mover.say(topic, MESSAGES)
    return () => mover.change(topic, operation)
  })
  const line = (what: string, unit: string, measured: readonly number[], most?: number) =>
    figure({
      scenario: 'B9',
      name: `${operation.name}${what}`,
      unit,
      measured,
      ...(most === undefined ? {} : { target: atMost(most) }),
    })
  return [
    line('', 'ms', times),
    line(', sends meanwhile p99', 'ms', meanwhile, 100),
    line(', longest wait of a send', 'ms', longest),
    line(', rows written besides the log', '', [rows], operation.mostRows),
  ]
}

/** Rows of all tables but those of the log and of the search for missed messages, which follows the sends before. */
async function rowsWritten(observer: pg.Client, prepare: () => Promise<() => Promise<unknown>>): Promise<number> {
  const count = async () => {
    await sleep(COUNTED_AFTER)
    const { rows } = await observer.query<{ n: number }>(
      `select sum(n_tup_ins + n_tup_upd + n_tup_del)::int as n from pg_stat_user_tables
       where relname not in ('event_log', 'realm_log', 'log_mark', 'log_cursor', 'node', 'event_queue', 'running_time',
         'missed_mail_position', 'missed_message')`,
    )
    return rows[0]!.n
  }
  const change = await prepare()
  const before = await count()
  await change()
  return (await count()) - before
}

/** Fills topics and changes them. */
class Mover {
  readonly #port: number
  readonly #people: readonly Person[]
  readonly #places: Places

  constructor(port: number, people: readonly Person[], places: Places) {
    this.#port = port
    this.#people = people
    this.#places = places
  }

  async say(topic: string, count: number): Promise<void> {
    const connections = await Promise.all(Array.from({ length: CONNECTIONS }, () => Connection.open(this.#port)))
    let left = count
    await Promise.all(
      connections.map(async (connection, index) => {
        const sender = this.#people[index % 10] as Person
        const say = { type: 'channel', to: this.#places.from, topic, content: 'One of many messages' }
        const request = post(sender, '/messages', say)
        while (left > 0) {
          left -= 1
          await bodyOf(connection, request)
        }
        connection.close()
      }),
    )
  }

  /** Milliseconds. */
  async change(topic: string, { parameters }: Operation): Promise<number> {
    const connection = await Connection.open(this.#port)
    const mover = this.#people[0] as Person
    const say = { type: 'channel', to: this.#places.from, topic, content: 'The last one' }
    const { id } = JSON.parse((await bodyOf(connection, post(mover, '/messages', say))).toString()) as {
      id: number
    }
    const request = patch(mover, `/messages/${id}`, {
      propagate_mode: 'change_all',
      send_notification_to_new_thread: false,
      ...parameters(topic, this.#places),
    })
    const milliseconds = await timeOf(connection, request)
    connection.close()
    return milliseconds
  }
}
