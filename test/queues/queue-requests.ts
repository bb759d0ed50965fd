import { expect } from 'vitest'
import { getEvents, registerQueue } from '../../api/endpoints/events.ts'
import { sendMessage } from '../../api/endpoints/messages.ts'
import type { Client } from '../../client/client.ts'
import type { TestServer } from '../harness.ts'

export interface OpenQueue {
  readonly queue_id: string
  readonly last_event_id: number
}

/** What register answers. */
interface Registration {
  readonly queue_id: string | null
  readonly last_event_id: number
}

/**
 * The first of these seconds may be nearly over when a poll starts. Events within the next second come before a
 * heartbeat.
 */
export const QUICK_HEARTBEAT = { leastSeconds: 2, mostSeconds: 2 } as const

export async function openQueue(client: Client, args = {}): Promise<OpenQueue> {
  const { queue_id, last_event_id } = await client.call(registerQueue, { fetch_event_types: [], ...args })
  return { queue_id: queue_id!, last_event_id }
}

/** The events of a queue that are there now, after those that register knew. */
export const eventsOf = async (client: Client, { queue_id, last_event_id }: Registration) =>
  (await client.call(getEvents, { queue_id: queue_id!, last_event_id, dont_block: true })).events

/** The events of a queue of its own since now. Another client of the same person can read them too. */
export async function watchEvents(client: Client, args = {}) {
  const queue = await openQueue(client, args)
  return (through = client) => eventsOf(through, queue)
}

/** The parameters of a poll that does not wait. */
export const atOnce = (queue: OpenQueue) => ({ ...queue, dont_block: true })

/** Sends to the channel `talk`, unless the arguments name another. */
export const say = async (client: Client, content: string, args = {}): Promise<number> =>
  (await client.call(sendMessage, { type: 'channel', to: 'talk', topic: 'x', content, ...args })).id

export const untilPolled = (server: TestServer, { queue_id }: Pick<OpenQueue, 'queue_id'>) =>
  expect.poll(() => server.ctx.queues.byId.get(queue_id)?.poll).toBeDefined()

/** The texts of message events. */
export const contentsOf = (events: readonly object[]): string[] =>
  events.map((event) => ('message' in event ? (event.message as { content: string }).content : 'another event'))
