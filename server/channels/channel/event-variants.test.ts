import { beforeAll, expect, test } from 'vitest'
import { endpoints } from '../../../api/endpoints/index.ts'
import { useServer } from '../../../test/use-server.ts'
import { features } from '../../features.ts'
import { variantsFor } from '../../kernel/events/event-variants.ts'
import { variantsOfAll } from '../../kernel/feature.ts'
import type { EventData } from '../../kernel/log/log-row.ts'

const { server, ann } = useServer({ members: ['ann'] })
let added: EventData
beforeAll(async () => {
  const queue = await ann.client.call(endpoints.registerQueue, {
    include_subscribers: 'true',
    event_types: ['subscription'],
  })
  await ann.client.call(endpoints.subscribe, { subscriptions: [{ name: 'plaza' }] })
  const poll = { queue_id: queue.queue_id!, last_event_id: queue.last_event_id, dont_block: true }
  const [event] = (await ann.client.call(endpoints.getEvents, poll)).events
  added = event!
})

/** The event of a channel with this many subscribers, for a client with this option. */
async function seen(count: number, include_subscribers: 'true' | 'false' | 'partial') {
  const subscribers = Array.from({ length: count }, (_, index) => index + 1)
  if (added.type !== 'subscription' || added.op !== 'add') throw new Error('that is another event')
  const event = { ...added, subscriptions: added.subscriptions.map((one) => ({ ...one, subscribers })) }
  const { queue_id } = await ann.client.call(endpoints.registerQueue, { include_subscribers, fetch_event_types: [] })
  const { spec, userId } = server.ctx.queues.byId.get(queue_id!)!
  const [shown] = variantsFor(variantsOfAll(features), event)!.eventsFor(
    event,
    { realm: server.realm, spec, userId },
    {},
  )
  if (shown?.type !== 'subscription' || shown.op !== 'add') throw new Error('that is another event')
  const [{ subscribers: all, partial_subscribers: some }] = shown.subscriptions as [(typeof shown.subscriptions)[0]]
  return { all: all?.length, some: some?.length }
}

test('subscribers are included as requested', async () => {
  expect(await seen(249, 'true')).toEqual({ all: 249, some: undefined })
  expect(await seen(250, 'true')).toEqual({ all: 250, some: undefined })
  expect(await seen(249, 'partial')).toEqual({ all: 249, some: undefined })
  expect(await seen(250, 'partial')).toEqual({ all: undefined, some: 250 })
  expect(await seen(250, 'false')).toEqual({ all: undefined, some: undefined })
})
