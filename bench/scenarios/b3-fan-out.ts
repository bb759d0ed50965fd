import { setTimeout as sleep } from 'node:timers/promises'
import type { ServerProcess } from '../../test/faults/server-process.ts'
import { atMost, type Figure, figure } from '../figure.ts'
import { type BareProcess, startBareServer } from '../floor/bare-process.ts'
import { Connection } from '../http/connection.ts'
import { get, type Person, post } from '../http/requests.ts'
import { channelOf, type Scenario } from '../scenario.ts'
import { quantile, ratios } from '../statistics.ts'
import { type Prober, startProber } from './prober.ts'
import { acknowledge, closeQueues, openQueues, poll, type WaitingQueue } from './waiting-queues.ts'

const SIZES = [1_000, 5_000, 10_000]
/** Long enough for the slowest machine to have parsed the polls; they then all wait. */
const SETTLE = 600

interface Round {
  readonly milliseconds: number
  readonly bytes: number
  readonly unrelated: readonly number[]
}

export const fanOut: Scenario = {
  id: 'B3',
  title: 'one message to all waiting queues, to the last byte ÷ bare node:http; p99 of an unrelated GET meanwhile',
  async run(bench) {
    const data = await bench.mediumData()
    const server = await bench.runningServer()
    const channel = channelOf(data, 10_000)
    const sender = data.users[0] as Person
    const prober = await startProber(server.port, get(sender, '/users/me'))
    const bare = await startBareServer()
    const queues: WaitingQueue[] = []
    const idle: Connection[] = []
    const figures: Figure[] = []
    try {
      for (const size of SIZES) {
        queues.push(...(await openQueues(server, data.users, size - queues.length)))
        while (idle.length < size) idle.push(await Connection.open(bare.port))
        bench.say(`${size} queues wait`)
        const rounds: Round[] = []
        const floor: number[] = []
        // The first round warms both up.
        for (let round = 0; round <= bench.rounds; round += 1) {
          const measured = await fanOutOnce(server, queues, sender, channel.id, prober)
          const bareTime = await releaseOnce(bare, idle, measured.bytes)
          if (round > 0) {
            rounds.push(measured)
            floor.push(bareTime)
          }
        }
        figures.push(...figuresOf(size, rounds, floor))
      }
    } finally {
      closeQueues(queues)
      for (const connection of idle) connection.close()
      await prober.stop()
      bare.stop()
    }
    return figures
  },
}

async function fanOutOnce(
  server: ServerProcess,
  queues: readonly WaitingQueue[],
  sender: Person,
  channelId: number,
  prober: Prober,
): Promise<Round> {
  const control = await Connection.open(server.port)
  const polls = queues.map(poll)
  await sleep(SETTLE + queues.length / 5)
  await prober.take()
  const start = performance.now()
  const message = { type: 'channel', to: channelId, topic: 'fan-out', content: 'One message for **everybody**' }
  const sent = control.send(post(sender, '/messages', message))
  const answers = await Promise.all(polls)
  const unrelated = await prober.take()
  await sent
  control.close()
  for (const [i, queue] of queues.entries()) acknowledge(queue, answers[i] as (typeof answers)[number])
  const last = Math.max(...answers.map((answer) => answer.at))
  return { milliseconds: last - start, bytes: answers[0]?.body.length ?? 0, unrelated }
}

async function releaseOnce(bare: BareProcess, connections: readonly Connection[], bytes: number): Promise<number> {
  const control = await Connection.open(bare.port)
  const at = connections.map(async (connection) => {
    await connection.send('GET /wait HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n')
    return performance.now()
  })
  await sleep(SETTLE + connections.length / 5)
  const start = performance.now()
  const released = control.send(`GET /release?${bytes} HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n`)
  const last = Math.max(...(await Promise.all(at)))
  await released
  control.close()
  return last - start
}

function figuresOf(size: number, rounds: readonly Round[], floor: readonly number[]): Figure[] {
  const measured = rounds.map((round) => round.milliseconds)
  const name = `${size.toLocaleString('en')} queues`
  const p99 = rounds.map((round) =>
    quantile(
      round.unrelated.toSorted((a, b) => a - b),
      0.99,
    ),
  )
  return [
    figure({ scenario: 'B3', name, unit: 'ms', measured, floor, ratio: ratios(measured, floor), target: atMost(1.3) }),
    figure({ scenario: 'B3', name: `${name}, unrelated GET p99`, unit: 'ms', measured: p99, target: atMost(50) }),
  ]
}
