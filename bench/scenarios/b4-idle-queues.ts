import { setTimeout as sleep } from 'node:timers/promises'
import { atMost, figure } from '../figure.ts'
import { startBareServer } from '../floor/bare-process.ts'
import { Connection } from '../http/connection.ts'
import { residentBytes } from '../memory.ts'
import type { Scenario } from '../scenario.ts'
import { acknowledge, closeQueues, openQueues, poll, type WaitingQueue } from './waiting-queues.ts'

const QUEUES = 10_000
const IDLE = 120_000
const WAIT = 'GET /wait HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n'

/** Both servers go through the same two minutes, heartbeats included, one after the other. */
export const idleQueues: Scenario = {
  id: 'B4',
  title: '10,000 idle queues for two minutes: RSS per queue ÷ bare node:http',
  onlyWhenNamed: true,
  async run(bench) {
    const data = await bench.mediumData()
    // A fresh process: what earlier scenarios left in its heap would hide what the queues cost.
    await bench.stopServer()
    const server = await bench.runningServer()
    await sleep(3_000)
    const before = residentBytes(server.pid)
    const queues = await openQueues(server, data.users, QUEUES)
    bench.say(`${QUEUES} queues wait at the server`)
    await keepWaiting(queues.map((queue) => () => pollOnce(queue)))
    const measured = (residentBytes(server.pid) - before) / QUEUES
    closeQueues(queues)
    await bench.stopServer()

    const bare = await startBareServer()
    await sleep(500)
    const bareBefore = residentBytes(bare.pid)
    const connections: Connection[] = []
    while (connections.length < QUEUES) connections.push(await Connection.open(bare.port))
    bench.say(`${QUEUES} requests wait at the bare server`)
    await keepWaiting(connections.map((connection) => () => connection.send(WAIT)))
    const floor = (residentBytes(bare.pid) - bareBefore) / QUEUES
    for (const connection of connections) connection.close()
    bare.stop()
    const name = `${QUEUES.toLocaleString('en')} queues`
    const samples = { measured: [measured], floor: [floor], ratio: [measured / floor] }
    return [figure({ scenario: 'B4', name, unit: 'B/queue', ...samples, target: atMost(1.4) })]
  },
}

async function pollOnce(queue: WaitingQueue): Promise<void> {
  acknowledge(queue, await poll(queue))
}

/** Every waiter asks again when it is answered, until the time is over; what still waits then is left alone. */
async function keepWaiting(waiters: readonly (() => Promise<unknown>)[]): Promise<void> {
  let over = false
  const failures: unknown[] = []
  for (const wait of waiters) {
    const again = async () => {
      while (!over) await wait()
    }
    void again().catch((error) => over || failures.push(error))
  }
  await sleep(IDLE)
  over = true
  if (failures.length > 0) throw failures[0]
}
