import pg from 'pg'
import { atMost, type Figure, figure } from '../figure.ts'
import { Connection } from '../http/connection.ts'
import { get, type Person } from '../http/requests.ts'
import { bodyOf, timeOf } from '../http/success.ts'
import { type Bench, channelOf, type Scenario } from '../scenario.ts'
import { quantile, ratios } from '../statistics.ts'
import { countTableScans } from './table-scans.ts'

const MESSAGES = 100
/** Requests per round, one after the other in turn. */
const REQUESTS = 15
/** An ordinary member, who is only in the two largest of the channels with an exact size. */
const READER = 150

type Term = readonly [operator: string, operand: string | number, negated?: boolean]

interface Narrow {
  readonly name: string
  readonly terms: readonly Term[]
  /** At most so many times the cost of the same messages by id. */
  readonly target?: number
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

/** Fetches by a narrow and of the same messages by id take turns, so that noise affects both equally. */
export const fetching: Scenario = {
  id: 'B6',
  title: 'GET /messages ×100 by a narrow ÷ the same messages by id; narrows that read whole tables',
  async run(bench) {
    const data = await bench.mediumData()
    const server = await bench.runningServer()
    await addPicturesAndFiles(bench)
    const channel = channelOf(data, 10_000)
    const narrows: Narrow[] = [
      ...HAS.map((thing) => has(thing)),
      ...HAS.map((thing) => has(thing, true)),
      ...SEARCHES,
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
    for (const narrow of narrows) figures.push(await measure(bench, connection, reader, narrow))
    figures.push(await countTableScans(bench, connection, reader))
    connection.close()
    return figures
  },
}

/** The populated set has no pictures and files. */
async function addPicturesAndFiles(bench: Bench): Promise<void> {
  const client = new pg.Client(await bench.database())
  await client.connect()
  await client.query('update message set mflags = mflags | 24 where id % 300 = 7')
  await client.query('update message set mflags = mflags | 40 where id % 1000 = 9')
  await client.query('vacuum analyze message')
  await client.end()
}

async function measure(bench: Bench, connection: Connection, reader: Person, asked: Narrow): Promise<Figure> {
  const { name, terms, target = 4 } = asked
  const narrow = terms.map(([operator, operand, negated = false]) => ({ operator, operand, negated }))
  const around = { anchor: 'newest', num_before: MESSAGES, num_after: 0, narrow: JSON.stringify(narrow) }
  const byNarrow = get(reader, '/messages', around)
  const { messages } = JSON.parse((await bodyOf(connection, byNarrow)).toString()) as { messages: { id: number }[] }
  const byId = get(reader, '/messages', { message_ids: JSON.stringify(messages.map(({ id }) => id)) })
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
