import { setTimeout as sleep } from 'node:timers/promises'
import { acknowledge, closeQueues, openQueues, pollRequest, type WaitingQueue } from '../crowd/waiting-queues.ts'
import { atLeast, type Figure, figure } from '../figure.ts'
import { type Person, post } from '../http/requests.ts'
import type { Scenario } from '../scenario.ts'
import { quantile } from '../statistics.ts'
import { MixedRequests } from './mixed-requests.ts'
import { startProber } from './prober.ts'

const STEPS = [2_500, 5_000, 7_500, 10_000, 12_500, 15_000]
const STEP = 30_000
const MAX_MILLISECONDS = 100
const PROBE_EVERY = 50

/**
 * A user has one open queue and reports presence once a minute. The data set has keys for 200 people, so each of them
 * stands for many users. The prober sends to itself and has no queue.
 */
export const mixedLoad: Scenario = {
  id: 'B11',
  title: 'mixed load: users with an open queue, until sends take more than 100 ms at p99',
  onlyWhenNamed: true,
  async run(bench) {
    const data = await bench.mediumData()
    const { port } = await bench.runningServer()
    const people = data.users.slice(0, -1)
    const alone = data.users.at(-1) as Person
    const request = post(alone, '/messages', { type: 'direct', to: `[${alone.id}]`, content: 'How long does it take?' })
    const prober = await startProber(port, request, PROBE_EVERY)
    const requests = await MixedRequests.open(port, data, people)
    const polls = new Polls()
    const figures: Figure[] = []
    let held = 0
    for (const users of STEPS) {
      polls.add(await openQueues(port, people, users - polls.size))
      requests.start(users)
      await sleep(STEP / 6)
      await prober.take()
      const before = { polls: polls.answered, others: requests.answered }
      await sleep(STEP)
      const times = (await prober.take()).toSorted((a, b) => a - b)
      requests.stop()
      const failure = requests.failure ?? polls.failure
      if (failure) {
        bench.say(`${users} users: ${failure}`)
        break
      }
      const perSecond = (count: number) => Math.round((count * 1000) / STEP)
      const rates = [perSecond(polls.answered - before.polls), perSecond(requests.answered - before.others)]
      bench.say(`${users} users: ${rates[0]} polls and ${rates[1]} other requests a second`)
      const p99 = quantile(times, 0.99)
      const name = `${users.toLocaleString('en')} users, sends p99`
      figures.push(figure({ scenario: 'B11', name, unit: 'ms', measured: [p99] }))
      if (p99 > MAX_MILLISECONDS) break
      held = users
    }
    polls.close()
    requests.close()
    await prober.stop()
    const target = atLeast(5_000)
    return [figure({ scenario: 'B11', name: 'users held', unit: 'users', measured: [held], target }), ...figures]
  },
}

/** Every queue polls again after an answer. */
class Polls {
  readonly #queues: WaitingQueue[] = []
  #isOver = false
  answered = 0
  failure: unknown

  get size(): number {
    return this.#queues.length
  }

  add(queues: readonly WaitingQueue[]): void {
    this.#queues.push(...queues)
    for (const queue of queues) void this.#keepPolling(queue).catch(this.#fail)
  }

  /** Closing ends the last polls. */
  readonly #fail = (error: unknown): void => {
    if (!this.#isOver) this.failure ??= error
  }

  async #keepPolling(queue: WaitingQueue): Promise<void> {
    while (!this.#isOver) {
      acknowledge(queue, await queue.connection.send(pollRequest(queue)))
      this.answered += 1
    }
  }

  close(): void {
    this.#isOver = true
    closeQueues(this.#queues)
  }
}
