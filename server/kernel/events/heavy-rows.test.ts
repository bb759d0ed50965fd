import { describe, expect, test } from 'vitest'
import { endpoints } from '../../../api/endpoints/index.ts'
import { crowd } from '../../../test/crowd.ts'
import type { Person } from '../../../test/harness.ts'
import { eventsOf, openQueue, untilPolled } from '../../../test/queues/queue-requests.ts'
import { useServer } from '../../../test/use-server.ts'

const { getEvents, sendMessage, subscribe } = endpoints

/** More than memory keeps of the log, in one commit or a few. */
describe('rows that are too heavy for the tail', () => {
  const { server } = useServer()

  async function eventsDuring({ client }: Person, type: string, work: () => Promise<unknown>) {
    const queue = await openQueue(client, { event_types: [type] })
    const answer = client.call(getEvents, queue)
    await untilPolled(server, queue)
    await work()
    const { events } = await answer
    // Later transactions of the same request.
    return [...events, ...(await eventsOf(client, { ...queue, last_event_id: events.at(-1)!.id }))]
  }

  test('reach a client that waits for the first: many channels for people with different colors', async () => {
    const ann = await server.person('Ann')
    const people = await crowd(server, 20)
    const join = (count: number, prefix: string, principals: number[], description = '') => {
      const subscriptions = Array.from({ length: count }, (_, n) => ({ name: `${prefix} ${n}`, description }))
      return server.owner.call(subscribe, { subscriptions, principals })
    }
    for (const [index, id] of people.entries()) await join(index + 1, 'earlier', [id])
    const description = '*a* '.repeat(256).trim()
    const events = await eventsDuring(ann, 'stream', () => join(100, 'new', people, description))
    expect(events).toHaveLength(100)
  })

  test('reach a client that waits for the first: messages of the maximum size', async () => {
    const bob = await server.person('Bob')
    const content = '😀'.repeat(10_000)
    const send = () => server.owner.call(sendMessage, { type: 'direct', to: `[${bob.id}]`, content })
    await send()
    const events = await eventsDuring(bob, 'message', () => Promise.all(Array.from({ length: 40 }, send)))
    expect(events.length).toBeGreaterThan(0)
  })
})
