import pg from 'pg'
import { atMost, type Figure, figure } from '../figure.ts'
import { Connection } from '../http/connection.ts'
import { get, type Person } from '../http/requests.ts'
import { bodyOf, timeOf } from '../http/success.ts'
import { type Bench, channelOf, type Scenario } from '../scenario.ts'
import { quantile, ratios } from '../statistics.ts'
import { measureMoved, movingIn } from './moved-topics.ts'
import { countTableScans } from './table-scans.ts'

const MESSAGES = 100
/** Requests per round, one after the other in turn. */
const REQUESTS = 15
/** An ordinary member, who is only in the two largest of the channels with an exact size. */
const READER = 150
/** The first accounts of the data set: nothing unread, everything unread. */
const READ_ALL = 0
const READ_NOTHING = 2
/** This one leaves all channels but one. */
const OF_ONE_CHANNEL = 151

type Term = readonly [operator: string, operand: string | number, negated?: boolean]

interface Narrow {
  readonly name: string
  readonly terms: readonly Term[]
  /** The limit, as a multiple of the cost of the same messages by id. */
  readonly target?: number
  /** Otherwise an ordinary member, who asks for the newest messages. */
  readonly reader?: number
  readonly anchor?: string
}

const HAS = ['link', 'image', 'attachment', 'reaction']

const has = (thing: string, negated = false): Narrow => ({
  name: `${negated ? '-' : ''}has:${thing}`,
  terms: [['has', thing, negated]],
})

const search = (name: string, text: string): Narrow => ({ name, terms: [['search', text]], target: 8 })

/** The populated set has the first word in one message of 500, and the second in one of 17. */
const SEARCHES = [
  search('search, a rare word', 'zeppelin'),
  search('search, a common word', 'invoice'),
  search('search, both', 'zeppelin invoice'),
]

const is = (what: string, reader: number, name: string): Narrow => ({
  name: `is:${what}, ${name}`,
  terms: [['is', what]],
  reader,
})

/** What a client asks at its start and in its views of everything. */
const personal = (channel: number, sender: number, middle: number): Narrow[] => [
  ...[READ_ALL, READ_NOTHING].flatMap((reader) => {
    const name = reader === READ_ALL ? 'all read' : 'nothing read'
    return [
      { name: `first unread, ${name}`, terms: [], reader, anchor: 'first_unread' },
      {
        name: `first unread of a channel, ${name}`,
        terms: [['channel', channel] as const],
        reader,
        anchor: 'first_unread',
      },
      is('unread', reader, name),
      is('mentioned', reader, name),
      is('dm', reader, name),
    ]
  }),
  { name: 'the middle of the history', terms: [], anchor: String(middle) },
  { name: 'a sender', terms: [['sender', sender]] },
  { name: 'is:followed', terms: [['is', 'followed']] },
  { name: 'is:resolved', terms: [['is', 'resolved']] },
  { name: 'a member of one channel', terms: [], reader: OF_ONE_CHANNEL },
]

/** Fetches by a narrow and of the same messages by id take turns, so that noise affects both equally. */
export const fetching: Scenario = {
  id: 'B6',
  title: 'GET /messages ×100 by a narrow ÷ the same messages by id; narrows that read whole tables',
  async run(bench) {
    const data = await bench.mediumData()
    const alone = data.users[OF_ONE_CHANNEL] as Person
    const middle = await prepare(bench, alone.id)
    const server = await bench.runningServer()
    const channel = channelOf(data, 10_000)
    const narrows: Narrow[] = [
      ...HAS.map((thing) => has(thing)),
      ...HAS.map((thing) => has(thing, true)),
      ...SEARCHES,
      ...personal(channel.id, (data.users[7] as Person).id, middle),
      ...HAS.map((thing) => ({
        name: `a channel of all, has:${thing}`,
        terms: [
          ['channel', channel.id],
          ['has', thing],
        ] as const,
      })),
    ]
    const connection = await Connection.open(server.port)
    const figures: Figure[] = []
    const reader = data.users[READER] as Person
    for (const narrow of narrows)
      figures.push(await measure(bench, connection, data.users[narrow.reader ?? READER] as Person, narrow))
    figures.push(...(await measureMoved(bench, connection, movingIn(data))))
    figures.push(await countTableScans(bench, connection, reader))
    connection.close()
    return figures
  },
}

/** The populated set has no pictures and files, and nobody in one channel only. Returns the id in the middle. */
async function prepare(bench: Bench, alone: number): Promise<number> {
  await bench.runningServer()
  const client = new pg.Client(await bench.database())
  await client.connect()
  await client.query('update message set mflags = mflags | 24 where id % 300 = 7')
  await client.query('update message set mflags = mflags | 40 where id % 1000 = 9')
  await client.query('vacuum analyze message')
  for (const table of ['member', 'read_pos', 'read_bits'])
    await client.query(
      `delete from ${table} where user_id = $1 and conv_id <> (
      select r.conv_id from member r join channel c on c.conv_id = r.conv_id
      where r.user_id = $1 order by (select count(*) from member o where o.conv_id = r.conv_id) limit 1)`,
      [alone],
    )
  await client.query('delete from user_flag where user_id = $1', [alone])
  const { rows } = await client.query<{ id: string }>('select (min(id) + max(id)) / 2 as id from message')
  await client.end()
  return Number(rows[0]!.id)
}

async function measure(bench: Bench, connection: Connection, reader: Person, asked: Narrow): Promise<Figure> {
  const { name, terms, target = 4, anchor = 'newest' } = asked
  const narrow = terms.map(([operator, operand, negated = false]) => ({ operator, operand, negated }))
  const numbers = anchor === 'first_unread' ? [MESSAGES / 2, MESSAGES / 2] : [MESSAGES, 0]
  const around = { anchor, num_before: numbers[0]!, num_after: numbers[1]!, narrow: JSON.stringify(narrow) }
  const byNarrow = get(reader, '/messages', around)
  const { messages } = JSON.parse((await bodyOf(connection, byNarrow)).toString()) as { messages: { id: number }[] }
  // Nothing found is compared with one message.
  const ids = messages.length === 0 ? [1] : messages.map(({ id }) => id)
  const byId = get(reader, '/messages', { message_ids: JSON.stringify(ids) })
  const measured: number[] = []
  const floor: number[] = []
  for (let round = 0; round < bench.rounds; round += 1) {
    const times = { narrow: [] as number[], id: [] as number[] }
    for (let n = 0; n < REQUESTS; n += 1) {
      times.narrow.push(await timeOf(connection, byNarrow))
      times.id.push(await timeOf(connection, byId))
    }
    measured.push(
      quantile(
        times.narrow.toSorted((a, b) => a - b),
        0.5,
      ),
    )
    floor.push(
      quantile(
        times.id.toSorted((a, b) => a - b),
        0.5,
      ),
    )
  }
  const ratio = ratios(measured, floor)
  const what = messages.length === MESSAGES ? name : `${name} (${messages.length})`
  return figure({ scenario: 'B6', name: what, unit: 'ms', measured, floor, ratio, target: atMost(target) })
}
