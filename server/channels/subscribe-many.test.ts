import { beforeAll, describe, expect, test, vi } from 'vitest'
import { endpoints } from '../../api/endpoints/index.ts'
import { crowd } from '../../test/crowd.ts'
import { explains } from '../../test/events-explain-state.ts'
import { expectConsistent } from '../../test/faults/check.ts'
import type { Person } from '../../test/harness.ts'
import { bot } from '../../test/people.ts'
import { refused } from '../../test/refusals.ts'
import { useServer } from '../../test/use-server.ts'
import { createChannels, PLAIN_CHANNEL } from './create-channel.ts'

const PIECE = 100
const PEOPLE = 100
const MAX_NEW_SUBSCRIPTIONS = 5_000

/** Everyone else waits for the lane meanwhile, so this must be fast. */
describe('subscribing to many channels at once', () => {
  const { server, ann, bob } = useServer({ members: ['ann', 'bob'] })
  let rob: Person
  let made = 0

  beforeAll(async () => {
    rob = await bot(server, 'Rob', ann)
    // Heartbeats and acknowledgements must not add to the counted statements.
    await server.ctx.nodes.leave()
    await server.ctx.upkeep.storeProgress()
  })

  function names(count: number): string[] {
    const first = made + 1
    made += count
    return Array.from({ length: count }, (_, index) => `channel ${first + index}`)
  }
  /** Creates more channels than one request may create. */
  async function existing(count: number): Promise<string[]> {
    const wanted = names(count)
    const plain = wanted.map((name) => ({ name, description: '', renderedDescription: '' }))
    const { realm, ctx } = server
    await ctx.transact(realm.id, (tx) => createChannels(tx, null, plain, PLAIN_CHANNEL, []))
    return wanted
  }
  const isIn = (person: Person, name: string) =>
    server.realm.memberships.isSubscribed(person.id, server.channelId(name))
  const subscribe = (person: Person, wanted: readonly string[], more: object = {}) =>
    person.client.call(endpoints.subscribe, { subscriptions: wanted.map((name) => ({ name })), ...more })
  async function statementsOf(work: () => Promise<unknown>): Promise<number> {
    const { statements } = server.ctx.database
    const before = statements.count
    await work()
    return statements.count - before
  }
  const logSince = async (seq: number) => {
    const { rows } = await server.database.pool.query(
      `select seq, payload::jsonb -> 'event' ->> 'op' as op, payload::jsonb -> 'event' as event, audience::jsonb -> 'ids' as ids
       from event_log where seq > $1 order by seq`,
      [seq],
    )
    return rows as { seq: number; op: string; event: Record<string, unknown>; ids: number[] }[]
  }

  test('takes no more statements than for a few, whether or not they are new', async () => {
    const [few, many] = [names(2), names(60)]
    const principals = [ann.id, rob.id]
    const making = (wanted: readonly string[]) => statementsOf(() => subscribe(ann, wanted, { principals }))
    const joining = (wanted: readonly string[]) => statementsOf(() => subscribe(bob, wanted))
    expect(await making(many)).toBe(await making(few))
    expect(await joining(many)).toBe(await joining(few))
  })

  test('opens each at its own row of the log', async () => {
    const before = server.realm.seq
    const wanted = names(3)
    await subscribe(ann, wanted, { principals: [ann.id, bob.id] })
    const rows = await logSince(before)
    const ops = rows.map(({ op }) => op)
    expect(ops.slice(0, 6)).toEqual(['create', 'create', 'create', 'peer_add', 'peer_add', 'peer_add'])
    expect(new Set(ops.slice(6))).toEqual(new Set(['add']))
    const opened = await server.database.pool.query(
      'select c.name, m.from_seq from member m join channel c on c.conv_id = m.conv_id where c.name = any($1) order by c.id, m.user_id',
      [wanted],
    )
    const expected = wanted.map((name, index) => ({ name, from_seq: rows[3 + index]!.seq }))
    expect(opened.rows).toEqual(expected.flatMap((one) => [one, one]))
  })

  test('sends each person all of their subscriptions, in few log rows even with different colors', async () => {
    const people = await crowd(server, 60)
    // Each person has used other colors before.
    for (const name of names(6)) {
      const some = people.filter((id) => (id * 2654435761 + made * 40503) % 7 < 3)
      await subscribe(ann, [name], { principals: some })
    }
    const before = server.realm.seq
    const wanted = names(8)
    await subscribe(ann, wanted, { principals: people })
    const adds = (await logSince(before)).filter(({ op }) => op === 'add')
    const told = new Map<number, string[]>(people.map((id) => [id, []]))
    for (const { ids, event } of adds)
      for (const id of ids)
        told.get(id)!.push(...(event['subscriptions'] as { name: string }[]).map(({ name }) => name))
    for (const list of told.values()) expect(list.sort()).toEqual(wanted.toSorted())
    const subscribersNamed = adds.flatMap(({ event }) => event['subscriptions'] as object[]).length
    expect(subscribersNamed).toBeLessThanOrEqual(24 * wanted.length)
    await expectConsistent(server.database.url)
  })

  const transactionsOf = async (work: () => Promise<unknown>): Promise<number> => {
    const transact = vi.spyOn(server.ctx, 'transactAs')
    await work()
    const count = transact.mock.calls.length
    transact.mockRestore()
    return count
  }

  test(`is done in pieces of ${PIECE}, so that others can write in between`, async () => {
    const wanted = await existing(2 * PIECE + 1)
    const order: string[] = []
    const talking = { type: 'channel', to: wanted[0]!, topic: 'x', content: 'Hello' } as const
    // The first message of a topic makes its sender follow it, which is another change.
    await ann.client.call(endpoints.sendMessage, talking)
    const whole = subscribe(ann, wanted).then(({ subscribed }) => {
      order.push('all are joined')
      return subscribed
    })
    await expect.poll(() => isIn(ann, wanted[0]!), { interval: 1 }).toBe(true)
    await ann.client.call(endpoints.sendMessage, talking).then(() => order.push('a message is sent'))
    expect(await whole).toEqual({ [ann.id]: wanted })
    expect(order).toEqual(['a message is sent', 'all are joined'])
    const again = await subscribe(ann, [...wanted, ...wanted])
    expect(again).toMatchObject({ subscribed: {}, already_subscribed: { [ann.id]: wanted } })
  })

  test('is done in smaller pieces for many people, and at once for few', async () => {
    const people = await crowd(server, 5_001)
    const some = [ann.id, ...people.slice(1, 2 * PEOPLE)]
    const [one, two, three] = names(3) as [string, string, string]
    // Two channels with 100 people each time, then the third.
    const { subscribed } = await subscribe(ann, [one, two, three], { principals: some, invite_only: true })
    expect(Object.keys(subscribed)).toHaveLength(some.length)
    expect(await transactionsOf(() => subscribe(ann, [one, two], { principals: [ann.id] }))).toBe(1)
    expect(await transactionsOf(() => subscribe(ann, [one, two, three], { principals: some }))).toBe(4)
    const again = await subscribe(ann, [one], { principals: people.slice(0, 2 * PEOPLE + 1) })
    expect(Object.keys(again.already_subscribed)).toHaveLength(some.length - 1)
    expect(Object.keys(again.subscribed)).toEqual([`${people[0]}`, `${people[2 * PEOPLE]}`])
    await subscribe(ann, [two], { principals: people })
    const piece = await existing(PIECE)
    expect(await transactionsOf(() => subscribe(ann, piece))).toBe(1)
    await refused(subscribe(ann, names(10), { principals: people }), 'subscriptions is too long (limit: 9 items)')
    expect(server.realm.memberships.subscribers(server.channelId(two)).size).toBe(people.length + 1)
  })

  test('tells a person who joins a large channel of all its subscribers, but not after they have left', async () => {
    const people = await crowd(server, 1_001)
    const [large] = names(1) as [string]
    await subscribe(ann, [large], { principals: [ann.id, ...people], invite_only: true })
    const before = server.realm.seq
    const { queue_id } = await bob.client.call(endpoints.registerQueue, {
      event_types: ['subscription'],
      fetch_event_types: [],
      include_subscribers: 'true',
    })
    const told = await explains({ Bob: bob.client }, () => subscribe(ann, [large], { principals: [bob.id] }))
    const everyone = [ann.id, bob.id, ...people].toSorted((a, b) => a - b)
    const added = told['Bob']!.find((event) => event.type === 'subscription' && event.op === 'add')
    expect(added).toMatchObject({ subscriptions: [{ name: large, subscribers: everyone }] })
    const rows = (await logSince(before)).filter(({ op }) => op === 'add')
    expect(rows.flatMap(({ event }) => event['subscriptions'] as object[]).some((one) => 'subscribers' in one)).toBe(
      false,
    )
    await bob.client.call(endpoints.unsubscribe, { subscriptions: [large] })
    const { events } = await bob.client.call(endpoints.getEvents, { queue_id: queue_id!, dont_block: true })
    expect(events[0]).toMatchObject({ op: 'add', subscriptions: [{ name: large, subscribers: [bob.id] }] })
  })

  test('is refused as a whole when one of the last channels is refused', async () => {
    const [secret] = names(1) as [string]
    const wanted = await existing(PIECE + 1)
    await subscribe(ann, [secret], { invite_only: true })
    await refused(subscribe(bob, [...wanted, secret]), `Unable to access channel (${secret}).`)
    expect(wanted.filter((name) => isIn(bob, name))).toEqual([])
    const { subscribed, unauthorized } = await subscribe(bob, [secret, ...wanted], {
      authorization_errors_fatal: false,
    })
    expect({ subscribed, unauthorized }).toEqual({ subscribed: { [bob.id]: wanted }, unauthorized: [secret] })
  })

  test('is refused as a whole when the creation is refused', async () => {
    const known = await existing(PIECE)
    const [wanted] = names(1) as [string]
    const members = server.realm.groups.system('role:members').id
    const options = [
      { can_administer_channel_group: 999_999 },
      { invite_only: true, history_public_to_subscribers: false, can_create_topic_group: members },
    ]
    for (const option of options) await expect(subscribe(bob, [...known, wanted], option)).rejects.toThrow()
    expect(known.filter((name) => isIn(bob, name))).toEqual([])
  })

  test('reports private channels only to people who may see them', async () => {
    const dan = await server.person('Dan')
    const [shared, closed] = names(2) as [string, string]
    const lets = (...people: Person[]) => ({
      invite_only: true,
      can_administer_channel_group: { direct_members: people.map(({ id }) => id), direct_subgroups: [] },
    })
    await subscribe(ann, [shared], lets(ann, dan))
    await subscribe(ann, [closed], lets(ann))
    const { queue_id } = await dan.client.call(endpoints.registerQueue, {
      event_types: ['subscription'],
      fetch_event_types: [],
    })
    await subscribe(ann, [shared, closed], { principals: [bob.id] })
    const { events } = await dan.client.call(endpoints.getEvents, { queue_id: queue_id!, dont_block: true })
    const stream_ids = [server.channelId(shared)]
    expect(events).toMatchObject([{ op: 'peer_add', stream_ids, user_ids: [bob.id] }])
  })

  test(`is limited to ${MAX_NEW_SUBSCRIPTIONS}`, async () => {
    // Our own client would not send this.
    const response = await fetch(`${server.url}/api/v1/users/me/subscriptions`, {
      method: 'POST',
      headers: { authorization: `Basic ${btoa(`${ann.email}:${ann.apiKey}`)}` },
      body: new URLSearchParams({
        subscriptions: JSON.stringify(names(MAX_NEW_SUBSCRIPTIONS + 1).map((name) => ({ name }))),
      }),
    })
    const msg = `subscriptions is too long (limit: ${MAX_NEW_SUBSCRIPTIONS} items)`
    expect(await response.json()).toEqual({ result: 'error', msg, code: 'BAD_REQUEST' })
  })
})
