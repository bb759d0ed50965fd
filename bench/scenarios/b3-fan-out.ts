import { setTimeout as sleep } from 'node:timers/promises'
import type { ServerProcess } from '../../test/faults/server-process.ts'
import { atMost, type Figure, figure } from '../figure.ts'
import { startBareServer } from '../floor/bare-process.ts'
import { settleTime, startBareWaiters } from '../floor/bare-waiters.ts'
import { Connection } from '../http/connection.ts'
import { get, type Person, post } from '../http/requests.ts'
import { channelOf, type Scenario } from '../scenario.ts'
import { quantile, ratios } from '../statistics.ts'
import { startProber } from './prober.ts'
import { acknowledge, closeQueues, openQueues, poll, type WaitingQueue } from './waiting-queues.ts'

const SIZES = [1_000, 5_000, 10_000]
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
    const bare = await startBareServer()
    const queues: WaitingQueue[] = []
    const waiters = startBareWaiters(bare.port)
    const figures: Figure[] = []
    try {
      for (const size of SIZES) {
        queues.push(...(await openQueues(server, data.users, size - queues.length)))
        bench.say(`${size} queues wait`)
        const rounds: Round[] = []
        const floor: number[] = []
        // The first round warms both up.
        for (let round = 0; round <= bench.rounds; round += 1) {
          // The floor has nobody asking in between, so neither has the time; who asks in between is told by another.
          const measured = await fanOutOnce(server, queues, sender, channel.id)
          const bareTime = await waiters.release(size, measured.bytes)
          const unrelated = await probedFanOut(server, queues, sender, channel.id)
          if (round > 0) {
            rounds.push({ ...measured, unrelated })
            floor.push(bareTime)
          }
        }
        figures.push(...figuresOf(size, rounds, floor))
      }
    } finally {
      closeQueues(queues)
      waiters.stop()
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
  onSettled: () => Promise<unknown> = async () => {},
): Promise<Omit<Round, 'unrelated'>> {
  const control = await Connection.open(server.port)
  const polls = queues.map((queue) => poll(queue))
  await sleep(settleTime(queues.length))
  await onSettled()
  const start = performance.now()
  const message = { type: 'channel', to: channelId, topic: 'fan-out', content: 'One message for **everybody**' }
  const sent = control.send(post(sender, '/messages', message))
  const answers = await Promise.all(polls)
  await sent
  control.close()
  for (const [i, queue] of queues.entries()) acknowledge(queue, answers[i] as (typeof answers)[number])
  const last = Math.max(...answers.map((answer) => answer.at))
  return { milliseconds: last - start, bytes: answers[0]?.body.length ?? 0 }
}

/** The times of unrelated requests while a message goes out to everybody. */
async function probedFanOut(
  server: ServerProcess,
  queues: readonly WaitingQueue[],
  sender: Person,
  channelId: number,
): Promise<number[]> {
  const prober = await startProber(server.port, get(sender, '/users/me'))
  try {
    await fanOutOnce(server, queues, sender, channelId, () => prober.take())
    return await prober.take()
  } finally {
    await prober.stop()
  }
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
