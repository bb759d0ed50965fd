import { type Answer, Connection } from '../http/connection.ts'
import { get, type Person, post } from '../http/requests.ts'

/** A queue of the server and the connection that polls it. */
export interface WaitingQueue {
  readonly connection: Connection
  readonly person: Person
  readonly queueId: string
  lastEventId: number
}

const AT_ONCE = 50

interface Registration {
  readonly queue_id: string
  readonly last_event_id: number
}

/** Registers this many queues, distributed over the given people, each with its own connection. */
export async function openQueues(port: number, people: readonly Person[], count: number): Promise<WaitingQueue[]> {
  const queues: WaitingQueue[] = []
  for (let from = 0; from < count; from += AT_ONCE) {
    const numbers = Array.from({ length: Math.min(AT_ONCE, count - from) }, (_, i) => from + i)
    queues.push(...(await Promise.all(numbers.map((n) => openQueue(port, people[n % people.length] as Person)))))
  }
  return queues
}

async function openQueue(port: number, person: Person): Promise<WaitingQueue> {
  const connection = await Connection.open(port)
  const parameters = { event_types: '["message"]', fetch_event_types: '[]', idle_queue_timeout: 3600 }
  const answer = await connection.send(post(person, '/register', parameters))
  if (answer.status !== 200) throw new Error(`register was answered ${answer.status}: ${answer.body.toString()}`)
  const registered = JSON.parse(answer.body.toString()) as Registration
  return { connection, person, queueId: registered.queue_id, lastEventId: registered.last_event_id }
}

export const pollRequest = ({ person, queueId, lastEventId }: WaitingQueue): string =>
  get(person, '/events', { queue_id: queueId, last_event_id: lastEventId })

/** Advances the queue. Separate from the poll, so that parsing ten thousand answers is not measured. */
export function acknowledge(queue: WaitingQueue, { status, body }: Answer): void {
  if (status !== 200) throw new Error(`a poll was answered ${status}: ${body.toString()}`)
  const { events } = JSON.parse(body.toString()) as { events: { id: number }[] }
  queue.lastEventId = events.at(-1)?.id ?? queue.lastEventId
}

export function closeQueues(queues: readonly WaitingQueue[]): void {
  for (const queue of queues) queue.connection.close()
}
