import { type Crowd, type CrowdResult, startCrowd } from '../crowd/crowd.ts'
import { atMost, type Figure, figure } from '../figure.ts'
import { startBareServer } from '../floor/bare-process.ts'
import { get, type Person, post } from '../http/requests.ts'
import { channelOf, type Scenario } from '../scenario.ts'
import { quantile, ratios } from '../statistics.ts'
import { startProber } from './prober.ts'
import { warmUpSending } from './senders.ts'

/** A fan-out is very short, and any other work on the machine affects its time. Many runs are needed. */
const SIZES = [
  { size: 1_000, pairsPerRound: 10 },
  { size: 5_000, pairsPerRound: 7 },
  { size: 10_000, pairsPerRound: 5 },
]
/** The number of answers before measuring. Before that, the time depends on the compilation of the code. */
const WARM_UP = 10_000
const MIN_WARM_UPS = 2

interface Pair {
  readonly milliseconds: number
  readonly floor: number
}

export const fanOut: Scenario = {
  id: 'B3',
  title: 'one message to all waiting queues, to the last byte ÷ bare node:http; p99 of an unrelated GET meanwhile',
  async run(bench) {
    const data = await bench.mediumData()
    const { port } = await bench.runningServer()
    const bare = await startBareServer()
    const sender = data.users[0] as Person
    const crowd = startCrowd({ port, people: data.users })
    const bareCrowd = startCrowd({ port: bare.port, people: [] })
    const message = { topic: 'fan-out', content: 'One message for **everybody**' }
    const send = post(sender, '/messages', { type: 'channel', to: channelOf(data, 10_000).id, ...message })
    const figures: Figure[] = []
    await warmUpSending(port, data.users.slice(0, 10), channelOf(data, 10).id)
    try {
      for (const { size, pairsPerRound } of SIZES) {
        // The floor has no other requests in between, so this measurement has none either. A separate one measures
        // other requests.
        const pair = async (): Promise<Pair> => {
          const { milliseconds, bytes } = await once(crowd, size, send)
          const floor = await once(bareCrowd, size, `GET /release?${bytes} HTTP/1.1\r\nHost: x\r\n\r\n`)
          return { milliseconds, floor: floor.milliseconds }
        }
        const pairs: Pair[] = []
        const unrelated: number[][] = []
        const warmUps = Math.max(MIN_WARM_UPS, WARM_UP / size)
        for (let warm = 0; warm < warmUps; warm += 1) await pair()
        for (let round = 0; round < bench.rounds; round += 1) {
          for (let one = 0; one < pairsPerRound; one += 1) pairs.push(await pair())
          unrelated.push(await timesMeanwhile(port, get(sender, '/users/me'), crowd, size, send))
        }
        bench.say(`${size} queues waited`)
        figures.push(...figuresOf(size, pairs, unrelated))
      }
    } finally {
      crowd.stop()
      bareCrowd.stop()
      bare.stop()
    }
    return figures
  },
}

async function once(crowd: Crowd, size: number, trigger: string): Promise<CrowdResult> {
  await crowd.gather(size)
  return crowd.release(trigger)
}

/** The times of unrelated requests while a message goes out to everyone. */
async function timesMeanwhile(
  port: number,
  request: string,
  crowd: Crowd,
  size: number,
  send: string,
): Promise<number[]> {
  await crowd.gather(size)
  const prober = await startProber(port, request)
  try {
    await prober.take()
    await crowd.release(send)
    return await prober.take()
  } finally {
    await prober.stop()
  }
}

function figuresOf(size: number, pairs: readonly Pair[], unrelated: readonly (readonly number[])[]): Figure[] {
  const measured = pairs.map((pair) => pair.milliseconds)
  const floor = pairs.map((pair) => pair.floor)
  const name = `${size.toLocaleString('en')} queues`
  const p99 = unrelated.map((times) =>
    quantile(
      times.toSorted((a, b) => a - b),
      0.99,
    ),
  )
  return [
    figure({ scenario: 'B3', name, unit: 'ms', measured, floor, ratio: ratios(measured, floor), target: atMost(1.3) }),
    figure({ scenario: 'B3', name: `${name}, unrelated GET p99`, unit: 'ms', measured: p99, target: atMost(50) }),
  ]
}
