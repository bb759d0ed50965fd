import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { acknowledge, closeQueues, openQueues, pollRequest, type WaitingQueue } from '../crowd/waiting-queues.ts'
import { atMost, figure } from '../figure.ts'
import { startBareServer } from '../floor/bare-process.ts'
import { Connection } from '../http/connection.ts'
import { get, type Person } from '../http/requests.ts'
import { residentBytes } from '../memory.ts'
import type { Bench, Scenario } from '../scenario.ts'
import { ratios, spreadOf } from '../statistics.ts'

const QUEUES = 10_000
const SETTLING = 60_000
const IDLE = 120_000
const LOOK_EVERY = 5_000
const MAX_ROUNDS = 2

/**
 * Both servers run the same two minutes in turn, including heartbeats. Memory rises with the heartbeats and falls after
 * them, so the median of the second minute counts.
 */
export const idleQueues: Scenario = {
  id: 'B4',
  title: '10,000 idle queues for two minutes: RSS per queue ÷ bare node:http',
  onlyWhenNamed: true,
  async run(bench) {
    const data = await bench.mediumData()
    const measured: number[] = []
    const floor: number[] = []
    for (let round = 0; round < Math.min(bench.rounds, MAX_ROUNDS); round += 1) {
      measured.push(await ofServer(bench, data.users))
      floor.push(await ofBareServer(bench, data.users))
    }
    const name = `${QUEUES.toLocaleString('en')} queues`
    const ratio = ratios(measured, floor)
    return [figure({ scenario: 'B4', name, unit: 'B/queue', measured, floor, ratio, target: atMost(1.4) })]
  },
}

/** A fresh process, because the heap of earlier scenarios would hide the cost of the queues. */
async function ofServer(bench: Bench, people: readonly Person[]): Promise<number> {
  await bench.stopServer()
  const server = await bench.runningServer()
  await sleep(3_000)
  const before = residentBytes(server.pid)
  const queues = await openQueues(server.port, people, QUEUES)
  bench.say(`${QUEUES} queues wait at the server`)
  const held = await keepWaiting(
    server.pid,
    queues.map((queue) => () => pollOnce(queue)),
  )
  const each = (held - before) / QUEUES
  closeQueues(queues)
  await bench.stopServer()
  return each
}

async function ofBareServer(bench: Bench, people: readonly Person[]): Promise<number> {
  const bare = await startBareServer()
  await sleep(3_000)
  const before = residentBytes(bare.pid)
  const connections = await connect(bare.port, QUEUES)
  bench.say(`${QUEUES} requests wait at the bare server`)
  // As long as the requests of the queues.
  const parameters = { queue_id: randomUUID(), last_event_id: 1_000_000_000 }
  const request = get(people[0] as Person, '/events', parameters).replace(/\/\S+\?/, '/wait?')
  const held = await keepWaiting(
    bare.pid,
    connections.map((connection) => () => connection.send(request)),
  )
  const each = (held - before) / QUEUES
  for (const connection of connections) connection.close()
  bare.stop()
  return each
}

async function connect(port: number, count: number): Promise<Connection[]> {
  const connections: Connection[] = []
  while (connections.length < count) connections.push(await Connection.open(port))
  return connections
}

async function pollOnce(queue: WaitingQueue): Promise<void> {
  acknowledge(queue, await queue.connection.send(pollRequest(queue)))
}

/**
 * Every client polls again after an answer until the time is over. Open requests are then abandoned. Returns the memory
 * of the process during that time.
 */
async function keepWaiting(pid: number, waiters: readonly (() => Promise<unknown>)[]): Promise<number> {
  let over = false
  const failures: unknown[] = []
  for (const wait of waiters) {
    const again = async () => {
      while (!over) await wait()
    }
    void again().catch((error) => over || failures.push(error))
  }
  const held: number[] = []
  for (let waited = 0; waited < IDLE; waited += LOOK_EVERY) {
    await sleep(LOOK_EVERY)
    if (waited >= SETTLING) held.push(residentBytes(pid))
  }
  over = true
  if (failures.length > 0) throw failures[0]
  return spreadOf(held).median
}
