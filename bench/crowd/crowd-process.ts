import { setTimeout as sleep } from 'node:timers/promises'
import { type Answer, Connection } from '../http/connection.ts'
import type { CrowdOrder, CrowdResult, CrowdSetting } from './crowd.ts'
import { acknowledge, openQueues, pollRequest } from './waiting-queues.ts'

/** A waiting client: its request, and a function that reads the answer after the measurement. */
interface Waiter {
  readonly connection: Connection
  request(): string
  read(answer: Answer): void
}

interface CrowdAnswers {
  readonly answers: readonly Answer[]
  /** Resolves with the time of the last answer. */
  readonly last: Promise<number>
}

/** Polls take a moment to arrive and to be parked. */
const settleTime = (waiting: number): number => 400 + waiting / 8

const setting = await new Promise<CrowdSetting>((resolve) => {
  process.once('message', (first: CrowdSetting) => resolve(first))
})
const waiters: Waiter[] = []
let asked: CrowdAnswers

process.on('message', (order: CrowdOrder) => {
  const work = 'gather' in order ? gather(order.gather) : release(order.release)
  void work.then((answer) => process.send?.(answer))
})
process.send?.('ready')

async function gather(waiting: number): Promise<string> {
  waiters.push(...(await more(waiting - waiters.length)))
  asked = ask()
  await sleep(settleTime(waiting))
  return 'gathered'
}

/** Sends all requests at once. The answers are read after the measurement. */
function ask(): CrowdAnswers {
  const answers: Answer[] = []
  let left = waiters.length
  const last = new Promise<number>((resolve, reject) => {
    for (const [i, { connection, request }] of waiters.entries()) {
      const take = (answer: Answer) => {
        answers[i] = answer
        left -= 1
        if (left === 0) resolve(performance.now())
      }
      connection.ask(request(), take, reject)
    }
  })
  return { answers, last }
}

async function release(trigger: string): Promise<CrowdResult> {
  const control = await Connection.open(setting.port)
  const start = performance.now()
  const triggered = control.send(trigger)
  const last = await asked.last
  await triggered
  control.close()
  for (const [i, answer] of asked.answers.entries()) waiters[i]?.read(answer)
  return { milliseconds: last - start, bytes: asked.answers[0]?.bytes ?? 0 }
}

async function more(count: number): Promise<Waiter[]> {
  return setting.people.length > 0 ? atQueues(count) : atBareServer(count)
}

async function atQueues(count: number): Promise<Waiter[]> {
  const queues = await openQueues(setting.port, setting.people, count)
  return queues.map((queue) => ({
    connection: queue.connection,
    request: () => pollRequest(queue),
    read: (answer) => acknowledge(queue, answer),
  }))
}

async function atBareServer(count: number): Promise<Waiter[]> {
  const found: Waiter[] = []
  while (found.length < count) {
    const connection = await Connection.open(setting.port)
    found.push({ connection, request: () => 'GET /wait HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n', read: () => {} })
  }
  return found
}
