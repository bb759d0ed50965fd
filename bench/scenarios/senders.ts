import { Connection } from '../http/connection.ts'
import { type Person, post } from '../http/requests.ts'

/** As many senders as connections. Each waits for its answer before it sends again. */
export interface Senders {
  /** Sends per second during that time. */
  run(milliseconds: number): Promise<number>
  /** The number of answers since the beginning. */
  readonly sent: number
  close(): void
}

const CONTENT =
  'The **release** of _today_ is late: `retry()` hangs, see https://example.com/notes/17\n\n* first\n* second'

export async function openSenders(
  port: number,
  people: readonly Person[],
  channelId: number,
  count: number,
): Promise<Senders> {
  const connections = await Promise.all(Array.from({ length: count }, () => Connection.open(port)))
  const requests = connections.map((_, i) => {
    const sender = people[i % people.length] as Person
    return post(sender, '/messages', { type: 'channel', to: channelId, topic: `bench ${i % 5}`, content: CONTENT })
  })
  let sent = 0
  return {
    get sent() {
      return sent
    },
    async run(milliseconds) {
      const start = performance.now()
      const counts = await Promise.all(
        connections.map((connection, i) => sendUntil(connection, requests[i] as string, start + milliseconds)),
      )
      const count = counts.reduce((a, b) => a + b, 0)
      sent += count
      return (count * 1000) / (performance.now() - start)
    },
    close() {
      for (const connection of connections) connection.close()
    },
  }
}

const MANY_SENDERS = 50
const WARM_UP = 5_000

/** Runs each path about ten thousand times first. Before that, the runtime is still compiling it. */
export async function warmUpSending(port: number, people: readonly Person[], channelId: number): Promise<void> {
  const senders = await openSenders(port, people, channelId, MANY_SENDERS)
  await senders.run(WARM_UP)
  senders.close()
}

async function sendUntil(connection: Connection, request: string, end: number): Promise<number> {
  let count = 0
  while (performance.now() < end) {
    const answer = await connection.send(request)
    if (answer.status !== 200) throw new Error(`A send was answered ${answer.status}: ${answer.body.toString()}`)
    count += 1
  }
  return count
}
