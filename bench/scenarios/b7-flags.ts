import pg from 'pg'
import { atMost, type Figure, figure } from '../figure.ts'
import { Connection } from '../http/connection.ts'
import { get, type Person, post } from '../http/requests.ts'
import { timeOf } from '../http/success.ts'
import { type Bench, channelOf, type DataSet, type Scenario } from '../scenario.ts'
import { ratios } from '../statistics.ts'

/** The account of the data set with 50,000 unread messages. */
const READER = 2
const FEW = 20
const MANY = 5_000
const WARM_UP = 3

interface Times {
  readonly send: number
  readonly few: number
  readonly topic: number
  readonly many: number
  readonly all: number
  /** One UPDATE of as many rows as marking everything writes. */
  readonly update: number
}

/** The reader's marks are put back before every round, so that each round writes the same. */
export const flags: Scenario = {
  id: 'B7',
  title: 'marking 20 ids, a topic, a narrow of 5,000 and everything as read',
  async run(bench) {
    const data = await bench.mediumData()
    const server = await bench.runningServer()
    const client = new pg.Client(await bench.database())
    await client.connect()
    const connection = await Connection.open(server.port)
    const marks = new ReadMarks(client, data.users[READER] as Person)
    await marks.keep()
    const rounds: Times[] = []
    for (let round = -WARM_UP; round < bench.rounds; round += 1) {
      const times = await measure(data, connection, client, marks)
      if (round >= 0) rounds.push(times)
    }
    connection.close()
    await client.end()
    return figuresOf(bench, rounds)
  },
}

async function measure(data: DataSet, connection: Connection, client: pg.Client, marks: ReadMarks): Promise<Times> {
  const reader = data.users[READER] as Person
  await marks.restore()
  const unread = await newestUnread(connection, reader)
  const first = unread.at(-1)!
  const channel = channelOf(data, 10)
  const say = { type: 'channel', to: channel.id, topic: 'flags', content: 'A short message' }
  const send = await timeOf(connection, post(data.users[0] as Person, '/messages', say))
  const ids = JSON.stringify(unread.slice(0, FEW).map(({ id }) => id))
  const few = await timeOf(connection, post(reader, '/messages/flags', { messages: ids, op: 'add', flag: 'read' }))
  const place = { stream_id: first.stream_id, topic_name: first.subject }
  const topic = await timeOf(connection, post(reader, '/mark_topic_as_read', place))
  const narrow = JSON.stringify([{ operator: 'is', operand: 'unread' }])
  const around = { anchor: 'newest', num_before: MANY, num_after: 0, narrow, op: 'add', flag: 'read' }
  const many = await timeOf(connection, post(reader, '/messages/flags/narrow', around))
  const rows = await marks.rowsToWrite()
  const all = await timeOf(connection, post(reader, '/mark_all_as_read', {}))
  return { send, few, topic, many, all, update: await updateTime(client, rows) }
}

function figuresOf(bench: Bench, rounds: readonly Times[]): Figure[] {
  const of = (name: keyof Times) => rounds.map((times) => times[name])
  const line = (name: string, measured: readonly number[], floor?: readonly number[], most?: number) =>
    figure({
      scenario: 'B7',
      name,
      unit: 'ms',
      measured,
      ...(floor ? { floor, ratio: ratios(measured, floor) } : {}),
      ...(most === undefined ? {} : { target: atMost(most) }),
    })
  bench.say('floors: a send, 20 ids, and one UPDATE of as many rows as "everything" writes')
  return [
    line('20 ids ÷ a send', of('few'), of('send'), 2),
    line('a topic', of('topic')),
    line('a narrow of 5,000', of('many')),
    line('everything ÷ 20 ids', of('all'), of('few'), 10),
    line('everything ÷ one UPDATE', of('all'), of('update'), 5),
  ]
}

interface Unread {
  readonly id: number
  readonly stream_id?: number
  readonly subject: string
}

/** The newest channel messages that the reader has not read. */
async function newestUnread(connection: Connection, reader: Person): Promise<Required<Unread>[]> {
  const narrow = JSON.stringify([{ operator: 'is', operand: 'unread' }])
  const { body } = await connection.send(
    get(reader, '/messages', { anchor: 'newest', num_before: 100, num_after: 0, narrow, allow_empty_topic_name: true }),
  )
  const { messages } = JSON.parse(body.toString()) as { messages: Unread[] }
  return messages.filter((message): message is Required<Unread> => message.stream_id !== undefined)
}

async function updateTime(client: pg.Client, rows: number): Promise<number> {
  await client.query('create table if not exists bench_update (n int primary key, value int)')
  await client.query('insert into bench_update select n, 0 from generate_series(1, $1::int) n on conflict do nothing', [
    rows,
  ])
  const start = performance.now()
  await client.query('update bench_update set value = value + 1 where n <= $1', [rows])
  return performance.now() - start
}

/** What a person has read. The server holds none of it in memory, so it can be put back while it runs. */
class ReadMarks {
  readonly #client: pg.Client
  readonly #userId: number

  constructor(client: pg.Client, { id }: Person) {
    this.#client = client
    this.#userId = id
  }

  async keep(): Promise<void> {
    for (const table of ['read_pos', 'read_bits']) {
      await this.#client.query(`drop table if exists bench_${table}`)
      await this.#client.query(`create table bench_${table} as select * from ${table} where user_id = ${this.#userId}`)
    }
  }

  async restore(): Promise<void> {
    for (const table of ['read_pos', 'read_bits']) {
      await this.#client.query(`delete from ${table} where user_id = $1`, [this.#userId])
      await this.#client.query(`insert into ${table} select * from bench_${table}`)
    }
  }

  /** Positions that are not at the end, and marks above them. */
  async rowsToWrite(): Promise<number> {
    const { rows } = await this.#client.query<{ n: number }>(
      `select (select count(*) from read_pos p join conversation_head c on c.id = p.conv_id
          where p.user_id = $1 and p.upto < c.last_hseq)::int
        + (select count(*) from read_bits where user_id = $1)::int as n`,
      [this.#userId],
    )
    return Math.max(1, rows[0]!.n)
  }
}
