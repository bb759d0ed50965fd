import { setTimeout as sleep } from 'node:timers/promises'
import { atMost, type Figure, figure } from '../figure.ts'
import { Connection } from '../http/connection.ts'
import { get, type Person, post } from '../http/requests.ts'
import { channelOf, type DataSet, type Scenario } from '../scenario.ts'
import { quantile } from '../statistics.ts'

/** The requests per minute of an account. Here all of them come at once. */
const REQUESTS_A_MINUTE = 200
const SENDERS = 20
const PAUSE = 100
const ROUND = 15_000

/** One member makes every slow request that the rate limits allow, while the others only send. */
export const greedyMember: Scenario = {
  id: 'A1',
  title: 'one member makes all slow requests that the rate limits allow: sends of the others meanwhile',
  async run(bench) {
    const data = await bench.mediumData()
    const server = await bench.runningServer()
    const channel = channelOf(data, 10_000).id
    const others = data.users.slice(0, SENDERS)
    const sendFor = (milliseconds: number) => sendAll(server.port, others, channel, performance.now() + milliseconds)
    const alone: number[] = []
    const beside: number[] = []
    const refused: number[] = []
    const served: number[] = []
    for (let round = 0; round < bench.rounds; round += 1) {
      alone.push(p99(await sendFor(ROUND / 3)))
      const greedy = data.users[100 + round] as Person
      const asking = askForAll(server.port, greedyRequests(data, greedy), performance.now() + ROUND)
      const sends = await sendFor(ROUND)
      served.push(await asking)
      beside.push(p99(sends))
      refused.push(sends.filter(({ status }) => status !== 200).length)
    }
    return figuresOf(alone, beside, refused, served)
  },
}

const figuresOf = (alone: number[], beside: number[], refused: number[], served: number[]): Figure[] => [
  figure({ scenario: 'A1', name: 'sends without that member, p99', unit: 'ms', measured: alone }),
  figure({ scenario: 'A1', name: 'sends, p99', unit: 'ms', measured: beside, target: atMost(1_000) }),
  figure({ scenario: 'A1', name: 'sends, refused', unit: 'sends', measured: refused, target: atMost(0) }),
  figure({ scenario: 'A1', name: 'requests of that member, answered', unit: 'requests', measured: served }),
]

/** Scans of all messages, long narrows, the largest fetches, registers. */
function greedyRequests(data: DataSet, person: Person): string[] {
  const fetch = (narrow: object[], messages = 100) =>
    get(person, '/messages', { anchor: 'oldest', num_before: 0, num_after: messages, narrow: JSON.stringify(narrow) })
  const many = Array.from({ length: 300 }, (_, n) => ({
    operator: 'topic',
    operand: `no such topic ${n}`,
    negated: true,
  }))
  const kinds = [
    fetch([{ operator: 'topic', operand: 'no such topic' }]),
    fetch([{ operator: 'dm-including', operand: data.users[17]!.id }]),
    fetch([
      { operator: 'has', operand: 'attachment' },
      { operator: 'has', operand: 'reaction' },
    ]),
    fetch([...many, { operator: 'topic', operand: 'nor this one' }]),
    fetch([], 5_000),
    fetch([{ operator: 'is', operand: 'unread' }], 5_000),
    get(person, '/messages', { anchor: 'first_unread', num_before: 2_500, num_after: 2_500 }),
    post(person, '/register', { include_subscribers: 'true' }),
  ]
  return Array.from({ length: REQUESTS_A_MINUTE }, (_, n) => kinds[n % kinds.length] as string)
}

/** Sends all at once, each on its own connection. Returns how many succeeded. */
async function askForAll(port: number, requests: readonly string[], end: number): Promise<number> {
  const answers = requests.map(async (request) => {
    const connection = await Connection.open(port)
    const late = sleep(Math.max(0, end - performance.now()), { status: 0 })
    const { status } = await Promise.race([connection.send(request).catch(() => ({ status: 0 })), late])
    connection.close()
    return status
  })
  return (await Promise.all(answers)).filter((status) => status === 200).length
}

interface SendResult {
  readonly milliseconds: number
  readonly status: number
}

const p99 = (sends: readonly SendResult[]): number =>
  quantile(
    sends.map(({ milliseconds }) => milliseconds).toSorted((a, b) => a - b),
    0.99,
  )

const sendAll = async (
  port: number,
  people: readonly Person[],
  channelId: number,
  end: number,
): Promise<SendResult[]> => (await Promise.all(people.map((one) => send(port, one, channelId, end)))).flat()

async function send(port: number, person: Person, channelId: number, end: number): Promise<SendResult[]> {
  const connection = await Connection.open(port)
  const request = post(person, '/messages', { type: 'channel', to: channelId, topic: 'bench 1', content: 'Hello' })
  const sent: SendResult[] = []
  while (performance.now() < end) {
    const start = performance.now()
    const { status } = await connection.send(request)
    sent.push({ milliseconds: performance.now() - start, status })
    await sleep(PAUSE)
  }
  connection.close()
  return sent
}
