import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { ArgsOf } from '../../../api/contract.ts'
import { endpoints } from '../../../api/endpoints/index.ts'
import { TestClock } from '../../../test/clock.ts'
import { crowd } from '../../../test/crowd.ts'
import { explains } from '../../../test/events-explain-state.ts'
import { type Person, startTestServer } from '../../../test/harness.ts'
import { opened } from '../../../test/opened.ts'
import { bot, changeAccount } from '../../../test/people.ts'
import { eventsOf } from '../../../test/queues/queue-requests.ts'
import { seesCapability } from '../../../test/record-coverage.ts'
import { refused } from '../../../test/refusals.ts'
import { useServer } from '../../../test/use-server.ts'
import { changeSetting } from '../../organization/realm/update-realm.ts'

const { getEvents, getPresence, getUserPresence, registerQueue, updatePresence } = endpoints
const DAY = 86_400

describe('presence', () => {
  const clock = new TestClock()
  const { server, ann, bob, gus } = useServer({ members: ['ann', 'bob'], guests: ['gus'], clock })
  const second = opened(() => startTestServer({ clock, beside: server }))
  let helper: Person

  beforeAll(async () => {
    helper = await bot(server, 'Helper', ann)
  })
  // Nobody has been here for longer than any limit of the tests.
  beforeEach(() => clock.pass(30 * DAY))

  const now = () => clock.now() / 1000
  type Args = Partial<ArgsOf<typeof updatePresence>>
  const report = ({ client }: Person, status: string, args: Args = {}) =>
    client.call(updatePresence, { status, ...args })
  const all = { last_update_id: -1 }
  const of = ({ client }: Person, who: string) => client.call(getUserPresence, { user_id_or_email: who })
  const legacy = (status: 'active' | 'idle', timestamp: number) => ({
    aggregated: { client: 'website', status, timestamp },
    website: { client: 'website', status, timestamp, pushable: false },
  })

  test('tells when people were active and connected, by id in the modern format', async () => {
    await report(bob, 'active')
    clock.pass(100)
    const { presences, server_timestamp, presence_last_update_id } = await report(ann, 'idle', all)
    const joined = server.realm.users.get(ann.id)!.dateJoined
    expect(presences).toEqual({
      [bob.id]: { active_timestamp: now() - 100, idle_timestamp: now() - 100 },
      [ann.id]: { active_timestamp: joined, idle_timestamp: now() },
    })
    expect(server_timestamp).toBe(now())
    expect(presence_last_update_id).toBeGreaterThan(0)
    expect((await report(ann, 'idle', { slim_presence: true })).presences).toEqual(presences)
  })

  test('has email addresses in the legacy format', async () => {
    await report(bob, 'active')
    clock.pass(100)
    await report(bob, 'idle')
    const { presences } = await report(ann, 'active')
    expect(presences).toEqual({
      [bob.apiEmail]: legacy('idle', now()),
      [ann.apiEmail]: legacy('active', now()),
    })
    expect(await ann.client.call(getPresence, {})).toEqual({
      server_timestamp: now(),
      presences,
    })
  })

  test('comes only once: after the last change that the client knows, what is newer', async () => {
    const first = await report(ann, 'active', all)
    const known = { last_update_id: first.presence_last_update_id }
    expect(await report(ann, 'active', known)).toMatchObject({
      presences: {},
      presence_last_update_id: known.last_update_id,
    })
    await report(bob, 'active')
    const next = await report(ann, 'idle', known)
    expect(Object.keys(next.presences!)).toEqual([`${bob.id}`])
    expect(next.presence_last_update_id).toBe(known.last_update_id + 1)
  })

  test('is not returned with ping_only, only the number that was passed', async () => {
    expect(await report(ann, 'active', { ping_only: true, last_update_id: 7 })).toEqual({
      presence_last_update_id: 7,
    })
    expect(await report(ann, 'active', { ping_only: true })).toMatchObject({ presence_last_update_id: -1 })
  })

  test('goes back two weeks, or as many days as are asked for', async () => {
    await report(bob, 'active')
    clock.pass(5 * DAY)
    const days = async (history_limit_days: number) =>
      Object.keys((await report(ann, 'idle', { ...all, history_limit_days })).presences!).length
    expect(await days(14)).toBe(2)
    expect(await days(4)).toBe(1)
    expect(await days(0)).toBe(0)
    const state = async (presence_history_limit_days: number) =>
      Object.keys((await ann.client.call(registerQueue, { presence_history_limit_days })).presences!).length
    expect([await state(14), await state(4), await state(0)]).toEqual([2, 1, 0])
    clock.pass(10 * DAY)
    expect(Object.keys((await report(ann, 'idle', all)).presences!)).toEqual([`${ann.id}`])
    expect(Object.keys((await ann.client.call(getPresence, {})).presences)).toEqual([ann.apiEmail])
  })

  test('goes back to what the client knows, however long that is, whatever number of days is asked for', async () => {
    const { presence_last_update_id: last_update_id } = await report(ann, 'active', all)
    await report(bob, 'active')
    clock.pass(15 * DAY)
    for (const history_limit_days of [undefined, 0, 4])
      expect(Object.keys((await report(ann, 'idle', { last_update_id, history_limit_days })).presences!)).toEqual(
        [ann, bob].map(({ id }) => `${id}`),
      )
  })

  test('is stored at most every 55 seconds', async () => {
    const { presence_last_update_id: first } = await report(ann, 'active', all)
    clock.pass(55)
    expect((await report(ann, 'active', all)).presence_last_update_id).toBe(first)
    clock.pass(1)
    expect((await report(ann, 'active', all)).presence_last_update_id).toBe(first + 1)
  })

  test('of one person is found by id or address, while the account is active', async () => {
    await report(bob, 'active')
    const status = { status: 'active', timestamp: now() }
    const presence = { active_timestamp: now(), idle_timestamp: now(), website: status, aggregated: status }
    expect(await of(ann, `${bob.id}`)).toMatchObject({ presence, server_timestamp: now() })
    expect(await of(gus, bob.apiEmail)).toMatchObject({ presence })
    clock.pass(201)
    expect(await of(ann, `${bob.id}`)).toMatchObject({
      presence: { website: status, aggregated: { status: 'offline', timestamp: now() - 201 } },
    })
  })

  test('is not there for bots, and absent like everything of those who left or never were', async () => {
    await refused(report(helper, 'active'), 'This endpoint does not accept bot requests.')
    await refused(of(ann, `${helper.id}`), 'Presence is not supported for bot users.')
    const dan = await server.person('Dan')
    await refused(of(ann, dan.apiEmail), `No presence data for ${dan.apiEmail}`)
    await report(dan, 'active')
    await of(ann, `${dan.id}`)
    await changeAccount(server, dan.id, { is_active: false })
    await refused(of(ann, `${dan.id}`), 'No such user')
    await refused(of(ann, '999999'), 'No such user')
    await refused(of(ann, dan.email), 'No such user')
    expect((await report(ann, 'active', all)).presences).not.toHaveProperty(`${dan.id}`)
  })

  test('is not found by an address that the caller may not see', async () => {
    await report(bob, 'active')
    await changeAccount(server, bob.id, { email_address_visibility: 3 })
    await refused(of(ann, bob.email), 'No such user')
    await server.owner.call(getUserPresence, { user_id_or_email: bob.email })
    await changeAccount(server, bob.id, { email_address_visibility: 1 })
  })

  test('has two words', async () => {
    await refused(report(ann, 'asleep'), 'Invalid status: asleep')
  })

  test('is not stored for those who do not share it', async () => {
    await changeAccount(server, ann.id, { settings: JSON.stringify({ presence_enabled: false }) })
    expect((await report(ann, 'active', all)).presences).toEqual({})
    await changeAccount(server, ann.id, { settings: '{}' })
    expect(Object.keys((await report(ann, 'active', all)).presences!)).toEqual([`${ann.id}`])
  })

  test('reaches others by an event when somebody comes back; events explain the state', async () => {
    const everyone = { Ann: ann.client, Bob: bob.client, Gus: gus.client }
    const exceptions = { presence_last_update_id: 'clients learn the number when they ask' }
    const told = await explains(everyone, () => report(ann, 'active'), exceptions)
    const event = { type: 'presence', presences: { [ann.id]: { active_timestamp: now(), idle_timestamp: now() } } }
    expect(told['Bob']).toMatchObject([event])
    expect(told['Gus']).toMatchObject([event])
    clock.pass(130)
    const { queue_id, last_event_id } = await bob.client.call(registerQueue, { fetch_event_types: [] })
    await report(ann, 'active')
    await report(bob, 'idle')
    const poll = { queue_id: queue_id!, last_event_id, dont_block: true }
    expect((await bob.client.call(getEvents, poll)).events).toEqual([])
    clock.pass(131)
    await report(ann, 'active')
    expect((await bob.client.call(getEvents, poll)).events).toHaveLength(1)
  })

  test('has an event in the format of the client', async () => {
    const register = (args: ArgsOf<typeof registerQueue>) =>
      bob.client.call(registerQueue, { fetch_event_types: [], event_types: ['presence'], ...args })
    const capabilities = { notification_settings_null: false, simplified_presence_events: true }
    const queues = [
      await register({ client_capabilities: capabilities }),
      await register({}),
      await register({ slim_presence: true }),
    ]
    await report(ann, 'active')
    const events = await Promise.all(
      queues.map(async (queue) => (await eventsOf(bob.client, queue)).map(({ id: _, ...event }) => event)),
    )
    const { website } = legacy('active', now())
    const old = { type: 'presence', user_id: ann.id, server_timestamp: now(), presence: { website } }
    expect(events).toEqual([
      [{ type: 'presence', presences: { [ann.id]: { active_timestamp: now(), idle_timestamp: now() } } }],
      [{ ...old, email: ann.apiEmail }],
      [old],
    ])
    seesCapability('simplified_presence_events', 'events')
  })

  test('is the same on every node', async () => {
    const annThere = await second.clientOf(ann.id)
    const before = await annThere.call(updatePresence, { status: 'active', ...all })
    await report(bob, 'active')
    const { presences } = await annThere.call(updatePresence, {
      status: 'idle',
      last_update_id: before.presence_last_update_id,
    })
    expect(Object.keys(presences!)).toEqual([`${bob.id}`])
  })

  test('of many at once is stored by few statements, each with its own number', async () => {
    const people = await Promise.all(['Eve', 'Fay', 'Gil', 'Hal'].map((name) => server.person(name)))
    await report(ann, 'active')
    const { presence_last_update_id: before } = await report(ann, 'active', all)
    await Promise.all(people.map((person) => report(person, 'active', { ping_only: true })))
    const { presences, presence_last_update_id } = await report(ann, 'idle', { last_update_id: before })
    expect(Object.keys(presences!).map(Number)).toEqual(people.map(({ id }) => id).toSorted((a, b) => a - b))
    expect(presence_last_update_id).toBe(before + people.length)
  })

  test('is hidden from everybody where the operator has switched it off, and is still stored', async () => {
    const disable = (on: boolean) =>
      server.ctx.transact(server.realm.id, (tx) => changeSetting(tx, 'presence_disabled', on))
    const told = await explains({ Bob: bob.client }, async () => {
      await disable(true)
      await report(ann, 'active')
    })
    expect(told['Bob']).toMatchObject([{ type: 'realm', op: 'update', property: 'presence_disabled', value: true }])
    expect((await report(bob, 'active', all)).presences).toEqual({})
    expect((await report(bob, 'active')).presences).toEqual({})
    expect((await bob.client.call(getPresence, {})).presences).toEqual({})
    expect(await bob.client.call(registerQueue, { fetch_event_types: ['presence', 'realm'] })).toMatchObject({
      presences: {},
      realm_presence_disabled: true,
    })
    await refused(of(bob, `${ann.id}`), `No presence data for ${ann.id}`)
    await disable(false)
    expect(await of(bob, `${ann.id}`)).toMatchObject({ presence: { active_timestamp: now() } })
  })

  test('has no events in an organization of more than a hundred', async () => {
    await crowd(server, 100)
    const { queue_id, last_event_id } = await bob.client.call(registerQueue, { fetch_event_types: [] })
    await report(ann, 'active')
    const poll = { queue_id: queue_id!, last_event_id, dont_block: true }
    expect((await bob.client.call(getEvents, poll)).events).toEqual([])
  })
})
