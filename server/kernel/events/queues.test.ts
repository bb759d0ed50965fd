import { describe, expect, test } from 'vitest'
import { endpoints } from '../../../api/endpoints/index.ts'
import type { Client } from '../../../client/client.ts'
import { startTestServer } from '../../../test/harness.ts'
import {
  atOnce,
  contentsOf,
  openQueue,
  QUICK_HEARTBEAT,
  say,
  untilPolled,
} from '../../../test/queues/queue-requests.ts'
import { useServer } from '../../../test/use-server.ts'
import { firstEphemeralId } from '../log/log-row.ts'

const { getEvents, deleteQueue, sendMessage, subscribe, updateMessageFlags } = endpoints

describe('event queues', () => {
  const { server, ann, bob } = useServer({ members: ['ann', 'bob'], channel: 'talk', heartbeat: QUICK_HEARTBEAT })

  const waiting = (queue: { queue_id: string }) => untilPolled(server, queue)
  /** As after a crash: only the stored row of the queue is left. */
  const forgetSent = (queueId: string) => void server.ctx.queues.byId.delete(queueId)

  test('a poll waits until there is an event', async () => {
    const queue = await openQueue(bob.client)
    const poll = bob.client.call(getEvents, queue)
    await say(ann.client, 'worth the wait')
    expect(contentsOf((await poll).events)).toEqual(['worth the wait'])
  })

  test('every answer contains the queue id, even an empty one', async () => {
    const queue = await openQueue(bob.client)
    expect(await bob.client.call(getEvents, atOnce(queue))).toEqual({ queue_id: queue.queue_id, events: [] })
  })

  test('a quiet poll ends with a heartbeat, and its id can be acknowledged', async () => {
    const queue = await openQueue(bob.client)
    const { events } = await bob.client.call(getEvents, queue)
    expect(events).toMatchObject([{ type: 'heartbeat' }])
    const after = { ...queue, last_event_id: events[0]!.id }
    await say(ann.client, 'after the heartbeat')
    const next = await bob.client.call(getEvents, atOnce(after))
    expect(contentsOf(next.events)).toEqual(['after the heartbeat'])
    expect(next.events[0]!.id).toBeGreaterThan(events[0]!.id)
  })

  test('heartbeats never use up the ids before the next row: a very quiet organization gets an empty one', async () => {
    const queue = await openQueue(bob.client)
    const before = server.realm.seq
    const held = server.ctx.queues.byId.get(queue.queue_id)!
    const sent = firstEphemeralId(before) + 300
    held.recordSent(sent, before)
    const { events } = await bob.client.call(getEvents, queue)
    expect(events).toMatchObject([{ type: 'heartbeat', id: sent + 1 }])
    await expect.poll(() => server.realm.seq).toBe(before + 1)
  })

  test('heartbeats follow the acknowledged id, even if this process did not send it', async () => {
    const queue = await openQueue(bob.client)
    const heard = firstEphemeralId(server.realm.seq) + 5
    forgetSent(queue.queue_id)
    const { events } = await bob.client.call(getEvents, { ...queue, last_event_id: heard })
    expect(events).toMatchObject([{ type: 'heartbeat', id: heard + 1 }])
  })

  test('acknowledged events are gone, and others are sent again', async () => {
    const queue = await openQueue(bob.client)
    await say(ann.client, 'one')
    await say(ann.client, 'two')
    const { events } = await bob.client.call(getEvents, atOnce(queue))
    expect(contentsOf(events)).toEqual(['one', 'two'])
    const [one, two] = events
    expect(contentsOf((await bob.client.call(getEvents, atOnce({ ...queue, last_event_id: one!.id }))).events)).toEqual(
      ['two'],
    )
    expect((await bob.client.call(getEvents, atOnce({ ...queue, last_event_id: two!.id }))).events).toEqual([])
  })

  test('-1 or no id acknowledges nothing and returns everything since the registration', async () => {
    await say(ann.client, 'before')
    const queue = await openQueue(bob.client)
    await say(ann.client, 'since')
    await bob.client.call(getEvents, atOnce(queue))
    for (const args of [{ last_event_id: -1 }, {}])
      expect(
        contentsOf((await bob.client.call(getEvents, { queue_id: queue.queue_id, dont_block: true, ...args })).events),
      ).toEqual(['since'])
  })

  test('acknowledged events stay gone, even for -1 or no id', async () => {
    const queue = await openQueue(bob.client)
    await say(ann.client, 'confirmed')
    await say(ann.client, 'only sent')
    const { events } = await bob.client.call(getEvents, atOnce(queue))
    await bob.client.call(getEvents, atOnce({ ...queue, last_event_id: events[0]!.id }))
    for (const args of [{ last_event_id: -1 }, {}])
      expect(
        contentsOf((await bob.client.call(getEvents, { queue_id: queue.queue_id, dont_block: true, ...args })).events),
      ).toEqual(['only sent'])
    await bob.client.call(getEvents, atOnce({ ...queue, last_event_id: events[1]!.id }))
    const poll = bob.client.call(getEvents, { queue_id: queue.queue_id })
    await say(ann.client, 'new')
    expect(contentsOf((await poll).events)).toEqual(['new'])
  })

  test('an id below an acknowledged one is refused, and so is one above the head of the log', async () => {
    const queue = await openQueue(bob.client)
    await say(ann.client, 'something')
    const { events } = await bob.client.call(getEvents, atOnce(queue))
    const id = events[0]!.id
    await bob.client.call(getEvents, atOnce({ ...queue, last_event_id: id }))
    await expect(bob.client.call(getEvents, atOnce({ ...queue, last_event_id: id - 1 }))).rejects.toThrow(
      `An event newer than ${id - 1} has already been pruned!`,
    )
    await expect(bob.client.call(getEvents, atOnce({ ...queue, last_event_id: -2 }))).rejects.toThrow(
      'An event newer than -2 has already been pruned!',
    )
    const far = id + 1_000_000
    await expect(bob.client.call(getEvents, atOnce({ ...queue, last_event_id: far }))).rejects.toThrow(
      `Event ${far} was not in this queue`,
    )
  })

  test('an id above the head is refused although it belongs to the newest row, unless it was a heartbeat', async () => {
    const queue = await openQueue(bob.client)
    const refused = async (last_event_id: number) =>
      expect(bob.client.call(getEvents, atOnce({ ...queue, last_event_id }))).rejects.toThrow(
        `Event ${last_event_id} was not in this queue`,
      )
    for (const more of [1, 5, 1000, 1023]) await refused(queue.last_event_id + more)
    const { events } = await bob.client.call(getEvents, queue)
    expect(events).toMatchObject([{ type: 'heartbeat' }])
    const { id } = events[0]!
    await refused(id + 1)
    await bob.client.call(getEvents, atOnce({ ...queue, last_event_id: id }))
    await say(ann.client, 'not lost')
    expect(contentsOf((await bob.client.call(getEvents, atOnce({ ...queue, last_event_id: id }))).events)).toEqual([
      'not lost',
    ])
  })

  test('a heartbeat from before a crash, or from a stopped node, can be acknowledged', async () => {
    const crashed = await openQueue(bob.client)
    forgetSent(crashed.queue_id)
    await bob.client.call(getEvents, atOnce({ ...crashed, last_event_id: crashed.last_event_id + 1 }))
    const served = await openQueue(bob.client)
    const stored = await openQueue(bob.client)
    const both = [served.queue_id, stored.queue_id]
    await server.database.pool.query('update event_queue set touched = touched + 1 where id = any($1)', [both])
    await bob.client.call(getEvents, atOnce({ ...served, last_event_id: served.last_event_id + 1 }))
    await bob.client.call(getEvents, atOnce(stored))
    await server.ctx.upkeep.storeProgress()
    await bob.client.call(getEvents, atOnce({ ...stored, last_event_id: stored.last_event_id + 1 }))
  })

  test('ids between the registration and the head are valid even if the queue never sent them', async () => {
    const queue = await openQueue(bob.client, { event_types: ['reaction'] })
    await say(ann.client, 'not for this queue')
    const other = await openQueue(bob.client)
    const { events } = await bob.client.call(getEvents, atOnce({ ...queue, last_event_id: other.last_event_id }))
    expect(events).toEqual([])
  })

  test('a new poll ends the earlier one, which returns no events', async () => {
    const queue = await openQueue(bob.client)
    const first = bob.client.call(getEvents, queue)
    await waiting(queue)
    const second = bob.client.call(getEvents, queue)
    expect((await first).events).toEqual([])
    await say(ann.client, 'for the second')
    expect(contentsOf((await second).events)).toEqual(['for the second'])
  })

  test('a poll that comes while its queue is deleted does not bring it back', async () => {
    const queue = await openQueue(bob.client)
    const first = bob.client.call(getEvents, queue)
    await waiting(queue)
    const holder = await server.database.pool.connect()
    await holder.query('begin')
    await holder.query('select from event_queue where id = $1 for update', [queue.queue_id])
    const deleting = bob.client.call(deleteQueue, { queue_id: queue.queue_id })
    const second = bob.client.call(getEvents, queue)
    expect((await first).events).toEqual([])
    await waiting(queue)
    await holder.query('rollback')
    holder.release()
    await deleting
    expect((await second).events).toEqual([])
    await expect(bob.client.call(getEvents, atOnce(queue))).rejects.toMatchObject({ code: 'BAD_EVENT_QUEUE_ID' })
  })

  test('polls that are open when the server stops get a heartbeat, and can continue with its id', async () => {
    const ending = await startTestServer({ beside: server })
    const atEnding = ending.clientFor(server.realm.users.get(bob.id)!)
    const queue = await openQueue(bob.client)
    const poll = atEnding.call(getEvents, queue)
    await expect.poll(() => ending.ctx.queues.openPolls).toBe(1)
    ending.ctx.queues.drain()
    const { events } = await poll
    expect(events).toMatchObject([{ type: 'heartbeat' }])
    await ending.close()
    await say(ann.client, 'afterwards')
    const after = await bob.client.call(getEvents, { ...queue, last_event_id: events[0]!.id, dont_block: true })
    expect(contentsOf(after.events)).toEqual(['afterwards'])
  })

  test('unknown and deleted queues and queues of other people get the same answer', async () => {
    const queue = await openQueue(bob.client)
    const bad = (queue_id: string) => ({
      code: 'BAD_EVENT_QUEUE_ID',
      message: `Bad event queue ID: ${queue_id}`,
      data: { queue_id },
    })
    await expect(ann.client.call(getEvents, atOnce(queue))).rejects.toMatchObject(bad(queue.queue_id))
    await expect(ann.client.call(deleteQueue, { queue_id: queue.queue_id })).rejects.toMatchObject(bad(queue.queue_id))
    await bob.client.call(deleteQueue, { queue_id: queue.queue_id })
    await expect(bob.client.call(getEvents, atOnce(queue))).rejects.toMatchObject(bad(queue.queue_id))
    await expect(bob.client.call(deleteQueue, { queue_id: queue.queue_id })).rejects.toMatchObject(bad(queue.queue_id))
    await expect(bob.client.call(getEvents, { queue_id: 'nonsense' })).rejects.toMatchObject(bad('nonsense'))
  })

  test('a call without a queue id registers a queue', async () => {
    const made = await bob.client.call(getEvents, { dont_block: true, event_types: ['message'] })
    expect(made).toMatchObject({ events: [], idle_queue_timeout_secs: 600 })
    await say(ann.client, 'to the new queue')
    const { queue_id, last_event_id } = made
    const { events } = await bob.client.call(getEvents, { queue_id, last_event_id: last_event_id!, dont_block: true })
    expect(contentsOf(events)).toEqual(['to the new queue'])
    // The new queue has nothing to acknowledge, whatever the call contains.
    const again = { dont_block: true, event_types: ['message'], last_event_id: 0 }
    expect(await bob.client.call(getEvents, again)).toMatchObject({ events: [] })
  })

  test('a queue id is valid only as it was given, not in capitals', async () => {
    const { queue_id } = await openQueue(bob.client)
    const id = queue_id.toUpperCase()
    const refusal = { code: 'BAD_EVENT_QUEUE_ID', data: { queue_id: id } }
    await expect(bob.client.call(getEvents, atOnce({ queue_id: id, last_event_id: -1 }))).rejects.toMatchObject(refusal)
  })

  test('a narrow of null is no narrow', async () => {
    const response = await fetch(`${server.url}/api/v1/register`, {
      method: 'POST',
      headers: { authorization: `Basic ${btoa(`${bob.email}:${bob.apiKey}`)}` },
      body: new URLSearchParams({ narrow: 'null', fetch_event_types: '[]' }),
    })
    expect(await response.json()).toMatchObject({ result: 'success' })
  })

  test('only the named queue gets local_message_id', async () => {
    const [own, other, theirs] = [await openQueue(ann.client), await openQueue(ann.client), await openQueue(bob.client)]
    await say(ann.client, 'local', { queue_id: own.queue_id, local_id: '17.01' })
    const local = async (client: Client, queue: typeof own) =>
      (await client.call(getEvents, atOnce(queue))).events.map((event) =>
        'local_message_id' in event ? event.local_message_id : null,
      )
    expect(await local(ann.client, own)).toEqual(['17.01'])
    expect(await local(ann.client, other)).toEqual([null])
    expect(await local(bob.client, theirs)).toEqual([null])
  })

  test('event types and narrows filter events', async () => {
    const reactions = await openQueue(bob.client, { event_types: ['reaction'] })
    const nothing = await openQueue(bob.client, { event_types: [] })
    const topic = await openQueue(bob.client, { narrow: [{ operator: 'topic', operand: 'X' }] })
    const elsewhere = await openQueue(bob.client, { narrow: [{ operator: 'stream', operand: 'general' }] })
    const nameless = await openQueue(bob.client, { narrow: [{ operator: 'channel', operand: '' }] })
    await say(ann.client, 'chosen')
    await ann.client.call(sendMessage, { type: 'direct', to: JSON.stringify([bob.id]), content: 'in no channel' })
    const heard = async (queue: typeof topic) => contentsOf((await bob.client.call(getEvents, atOnce(queue))).events)
    expect(await heard(reactions)).toEqual([])
    expect(await heard(nothing)).toEqual([])
    expect(await heard(topic)).toEqual(['chosen'])
    expect(await heard(elsewhere)).toEqual([])
    expect(await heard(nameless)).toEqual([])
  })

  test('all_public_streams adds messages of public channels without a subscription, not private ones', async () => {
    await ann.client.call(subscribe, { subscriptions: [{ name: 'open' }] })
    await ann.client.call(subscribe, { subscriptions: [{ name: 'closed' }], invite_only: true })
    const all = await openQueue(bob.client, { all_public_streams: true })
    const own = await openQueue(bob.client)
    await say(ann.client, 'in the open', { to: 'open' })
    await say(ann.client, 'behind the context', { to: 'closed' })
    expect(contentsOf((await bob.client.call(getEvents, atOnce(all))).events)).toEqual(['in the open'])
    expect(contentsOf((await bob.client.call(getEvents, atOnce(own))).events)).toEqual([])
  })

  test('waiting flag events of the same kind become one, except removals of read', async () => {
    const ids = [await say(ann.client, 'a'), await say(ann.client, 'b')]
    const queue = await openQueue(bob.client)
    for (const id of ids) await bob.client.call(updateMessageFlags, { messages: [id], op: 'add', flag: 'read' })
    for (const id of ids) await bob.client.call(updateMessageFlags, { messages: [id], op: 'remove', flag: 'read' })
    const { events } = await bob.client.call(getEvents, atOnce(queue))
    const told = events.map((event) =>
      event.type === 'update_message_flags' ? [event.op, event.messages] : event.type,
    )
    expect(told).toEqual([
      ['add', ids],
      ['remove', [ids[0]]],
      ['remove', [ids[1]]],
    ])
    expect(events.map((event) => event.id)).toEqual(events.map((event) => event.id).toSorted((a, b) => a - b))
  })

  test('clients that do not support empty topics get the display name, also in flag events', async () => {
    const id = await say(ann.client, 'without a topic', { topic: '' })
    await bob.client.call(updateMessageFlags, { messages: [id], op: 'add', flag: 'read' })
    const old = await openQueue(bob.client)
    const modern = await openQueue(bob.client, {
      client_capabilities: { notification_settings_null: true, empty_topic_name: true },
    })
    await bob.client.call(updateMessageFlags, { messages: [id], op: 'remove', flag: 'read' })
    for (const [queue, topic] of [
      [old, 'general chat'],
      [modern, ''],
    ] as const) {
      const { events } = await bob.client.call(getEvents, atOnce(queue))
      expect(events).toMatchObject([{ op: 'remove', message_details: { [id]: { topic } } }])
    }
  })

  test('an account has at most a hundred queues: one more ends the longest idle one', async () => {
    const dora = await server.person('Dora')
    const others = await openQueue(ann.client)
    const polled = await openQueue(dora.client)
    const poll = dora.client.call(getEvents, polled)
    await waiting(polled)
    const queues = []
    for (let count = 0; count < 99; count += 1) queues.push(await openQueue(dora.client))
    // The second one shows activity, so the first is the longest idle.
    await dora.client.call(getEvents, atOnce(queues[1]!))
    const newest = await openQueue(dora.client)
    await expect(dora.client.call(getEvents, atOnce(queues[0]!))).rejects.toMatchObject({ code: 'BAD_EVENT_QUEUE_ID' })
    for (const queue of [queues[1]!, queues[2]!, newest]) await dora.client.call(getEvents, atOnce(queue))
    await ann.client.call(getEvents, atOnce(others))
    const { rows } = await server.database.pool.query('select id from event_queue where user_id = $1', [dora.id])
    expect(rows).toHaveLength(100)
    server.ctx.queues.release(polled.queue_id)
    await poll
  })

  test('an account that registers many queues at once keeps the newest', async () => {
    const finn = await server.person('Finn')
    await Promise.all(Array.from({ length: 40 }, () => openQueue(finn.client)))
    const newest = await Promise.all(Array.from({ length: 40 }, () => openQueue(finn.client)))
    for (const queue of newest) await finn.client.call(getEvents, atOnce(queue))
  })
})
