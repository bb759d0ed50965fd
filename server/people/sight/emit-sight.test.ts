import { beforeAll, describe, expect, test } from 'vitest'
import { endpoints } from '../../../api/endpoints/index.ts'
import type { Event } from '../../../api/events/index.ts'
import { crowd } from '../../../test/crowd.ts'
import { type Exceptions, explains } from '../../../test/events-explain-state.ts'
import { type Person, startTestServer } from '../../../test/harness.ts'
import { bot } from '../../../test/people.ts'
import { eventsOf } from '../../../test/queues/queue-requests.ts'
import { refused } from '../../../test/refusals.ts'
import { useServer } from '../../../test/use-server.ts'
import type { SystemGroupName } from '../../kernel/realm-state/group.ts'
import { ROLE } from '../../kernel/realm-state/user.ts'

const RIGHTS = 'what somebody may do themselves is seen at the next register'
/** A new role changes more than the people in sight. */
const OWN_RIGHTS: Exceptions = {
  can_create_streams: RIGHTS,
  can_create_public_streams: RIGHTS,
  can_create_private_streams: RIGHTS,
  can_invite_others_to_realm: RIGHTS,
}

describe('a guest who sees only some people', () => {
  const { server, ann, bob, cho, gus } = useServer({ members: ['ann', 'bob', 'cho'], guests: ['gus'] })

  beforeAll(async () => {
    await bot(server, 'Robin', cho)
    await leave('general', ann, bob, cho, gus)
    await server.owner.call(endpoints.unsubscribe, { subscriptions: ['general'] })
    await join('lunch', ann)
    await join('tea', ann, bob)
    await limit('role:members')
  })

  const limit = (group: SystemGroupName) =>
    server.owner.call(endpoints.updateRealm, {
      can_access_all_users_group: { new: server.realm.groups.system(group).id },
    })
  const join = (name: string, ...people: readonly Person[]) =>
    ann.client.call(endpoints.subscribe, { subscriptions: [{ name }], principals: people.map(({ id }) => id) })
  const leave = (name: string, ...people: readonly Person[]) =>
    server.owner.call(endpoints.unsubscribe, { subscriptions: [name], principals: people.map(({ id }) => id) })
  const people = (events: readonly Event[] | undefined) => events!.filter(({ type }) => type === 'realm_user')
  /** People come before the subscribers among whom they are. */
  const order = (events: readonly Event[] | undefined) =>
    events!.map(({ type }) => type).filter((type) => ['stream', 'realm_user', 'subscription'].includes(type))
  const added = (person: Person, full_name: string) => ({ op: 'add', person: { user_id: person.id, full_name } })
  const removed = ({ id }: Person) => ({ op: 'remove', person: { user_id: id, full_name: 'Unknown user' } })
  const watch = (action: () => Promise<unknown>, exceptions?: Exceptions) =>
    explains({ Gus: gus.client, Ann: ann.client }, action, exceptions)

  /** The events of a queue of Gus that another process reads from the log. */
  const replayed = async (action: () => Promise<unknown>, incomplete: boolean) => {
    const queue = await gus.client.call(endpoints.registerQueue, {
      event_types: ['realm_user'],
      client_capabilities: { notification_settings_null: true, user_list_incomplete: incomplete },
    })
    await action()
    const other = await startTestServer({ beside: server })
    const client = await other.clientOf(gus.id)
    const events = await eventsOf(client, queue)
    await other.close()
    return events
  }

  test('sees people of a channel that they join', async () => {
    const told = await watch(() => join('lunch', gus))
    expect(people(told['Gus'])).toMatchObject([added(ann, 'Ann')])
    expect(people(told['Ann'])).toEqual([])
    expect(order(told['Gus'])).toEqual(['stream', 'realm_user', 'subscription'])
  })

  test('sees who joins their channel, once', async () => {
    const told = await watch(() => join('lunch', bob))
    expect(people(told['Gus'])).toMatchObject([added(bob, 'Bob')])
    expect(order(told['Gus'])).toEqual(['realm_user', 'subscription'])
    expect(people((await watch(() => join('tea', gus)))['Gus'])).toEqual([])
  })

  test('still sees somebody who leaves one of two common channels', async () => {
    expect(people((await watch(() => leave('tea', bob)))['Gus'])).toEqual([])
    expect(people((await watch(() => leave('lunch', bob)))['Gus'])).toMatchObject([removed(bob)])
  })

  test('sees nobody of a channel that they leave', async () => {
    await leave('tea', gus)
    expect(people((await watch(() => leave('lunch', gus)))['Gus'])).toMatchObject([removed(ann)])
  })

  test('gets the same events from another process, and placeholders where the client expects them', async () => {
    const unknown = { op: 'add', person: { user_id: ann.id, full_name: 'Unknown user' } }
    const both = async () => {
      await join('lunch', gus)
      await leave('lunch', gus)
    }
    expect(await replayed(both, true)).toMatchObject([added(ann, 'Ann'), removed(ann)])
    expect(await replayed(both, false)).toMatchObject([added(ann, 'Ann'), removed(ann), unknown])
  })

  test('sees those who write to them, from the first message on, with their status', async () => {
    const write = (to: Person) =>
      cho.client.call(endpoints.sendMessage, { type: 'direct', to: `[${to.id}]`, content: 'Hello' })
    await cho.client.call(endpoints.updateStatus, { status_text: 'baking' })
    expect((await gus.client.call(endpoints.registerQueue, {})).user_status).toEqual({})
    await refused(gus.client.call(endpoints.getUserStatus, { user_id: cho.id }), 'No such user')
    const told = await watch(() => write(gus))
    expect(people(told['Gus'])).toMatchObject([added(cho, 'Cho')])
    expect(people(told['Ann'])).toEqual([])
    expect((await gus.client.call(endpoints.getUserStatus, { user_id: cho.id })).status.status_text).toBe('baking')
    expect(people((await watch(() => write(gus)))['Gus'])).toEqual([])
    const other = await startTestServer({ beside: server })
    expect(other.realm.records.directPartners.get(gus.id)).toEqual(server.realm.records.directPartners.get(gus.id))
    await other.close()
  })

  test('sees everybody as a member, and few again as a guest', async () => {
    const become = (role: 400 | 600) => server.owner.call(endpoints.updateUser, { user_id: gus.id, role })
    const left = 'channels that somebody had left count as never subscribed until the next register'
    const promoted = await watch(() => become(ROLE.member), {
      ...OWN_RIGHTS,
      unsubscribed: left,
      never_subscribed: left,
    })
    const names = promoted['Gus']!.flatMap((event) =>
      event.type === 'realm_user' && event.op === 'add' ? event.person.full_name : [],
    )
    expect(names.toSorted()).toEqual(['Ann', 'Bob', 'Olivia Owner'])
    const demoted = await watch(() => become(ROLE.guest), OWN_RIGHTS)
    const lost = demoted['Gus']!.flatMap((event) =>
      event.type === 'realm_user' && event.op === 'remove' ? event.person.user_id : [],
    )
    expect(lost.toSorted((a, b) => a - b)).toEqual([server.ownerId, ann.id, bob.id])
  })

  test('sees everybody when the organization allows it, also people who are deactivated', async () => {
    const dan = await server.person('Dan')
    await server.owner.call(endpoints.deactivateUser, { user_id: dan.id })
    const opened = await watch(() => limit('role:everyone'))
    expect(people(opened['Gus'])).toMatchObject([
      { op: 'add', person: { full_name: 'Olivia Owner' } },
      added(ann, 'Ann'),
      added(bob, 'Bob'),
      added(dan, 'Dan'),
      { op: 'update', person: { user_id: dan.id, is_active: false } },
    ])
    expect(people(opened['Ann'])).toEqual([])
    const closed = await watch(() => limit('role:members'))
    expect(people(closed['Gus'])).toHaveLength(4)
  })

  test('gets the events about many people from a job', async () => {
    const ids = await crowd(server, 101)
    await server.owner.call(endpoints.subscribe, { subscriptions: [{ name: 'crowd' }], principals: ids })
    const told = await watch(async () => {
      await server.owner.call(endpoints.subscribe, { subscriptions: [{ name: 'crowd' }], principals: [gus.id] })
      await server.runJobs()
    })
    expect(people(told['Gus'])).toHaveLength(ids.length)
    await leave('crowd', gus)
    await server.runJobs()
  })

  describe('does not learn from elsewhere:', () => {
    const names = (messages: readonly object[]) =>
      messages.map((message) => 'sender_full_name' in message && message.sender_full_name)

    test('names in messages and their events', async () => {
      await join('lunch', gus)
      const queue = await gus.client.call(endpoints.registerQueue, { event_types: ['message'] })
      const sent = { type: 'channel', to: 'lunch', topic: 'x', content: 'Hello' } as const
      // Bob is not subscribed, and Ann is.
      const { id } = await bob.client.call(endpoints.sendMessage, sent)
      await ann.client.call(endpoints.sendMessage, sent)
      const { messages } = await gus.client.call(endpoints.getMessages, {
        anchor: 'newest',
        num_before: 2,
        num_after: 0,
      })
      expect(messages).toMatchObject([
        { id, sender_full_name: 'Unknown user', sender_email: `user${bob.id}@localhost` },
        { sender_full_name: 'Ann' },
      ])
      expect(messages[0]!.avatar_url).toContain('/generated/0.png')
      const poll = { queue_id: queue.queue_id!, last_event_id: queue.last_event_id, dont_block: true }
      const { events } = await gus.client.call(endpoints.getEvents, poll)
      const told = events.flatMap((event) => (event.type === 'message' ? event.message : []))
      expect(told).toMatchObject([
        {
          sender_full_name: 'Unknown user',
          sender_email: `user${bob.id}@localhost`,
          avatar_url: messages[0]!.avatar_url,
        },
        { sender_full_name: 'Ann', sender_email: ann.apiEmail },
      ])
      const seen = await ann.client.call(endpoints.getMessages, { anchor: 'newest', num_before: 2, num_after: 0 })
      expect(names(seen.messages)).toEqual(['Bob', 'Ann'])
    })

    test('people by id or address', async () => {
      const hidden = `Invalid user ID ${bob.id}`
      const to = `[${bob.id}]`
      await refused(gus.client.call(endpoints.sendMessage, { type: 'direct', to, content: 'Hello' }), hidden)
      const typing = { op: 'start' as const, type: 'direct' as const, to: [bob.id] }
      await refused(gus.client.call(endpoints.setTypingStatus, typing), hidden)
      await refused(gus.client.call(endpoints.getUserChannels, { user_id: bob.id }), 'No such user')
      await refused(gus.client.call(endpoints.getUserByEmail, { email: bob.apiEmail }), 'No such user')
      await gus.client.call(endpoints.getUserChannels, { user_id: ann.id })
    })

    test('presence', async () => {
      const who = { user_id_or_email: `${bob.id}` }
      const queue = await gus.client.call(endpoints.registerQueue, { event_types: ['presence'] })
      for (const { client } of [ann, bob]) await client.call(endpoints.updatePresence, { status: 'active' })
      await refused(gus.client.call(endpoints.getUserPresence, who), 'No such user')
      await ann.client.call(endpoints.getUserPresence, who)
      const all = { status: 'idle', last_update_id: -1 } as const
      const shown = Object.keys((await gus.client.call(endpoints.updatePresence, all)).presences!)
      expect(shown).toContain(`${ann.id}`)
      expect(shown).not.toContain(`${bob.id}`)
      const { presences } = await gus.client.call(endpoints.registerQueue, { slim_presence: true })
      expect(Object.keys(presences!)).not.toContain(`${bob.id}`)
      expect(Object.keys(presences!)).toContain(`${ann.id}`)
      expect(Object.keys((await gus.client.call(endpoints.getPresence, {})).presences)).not.toContain(bob.apiEmail)
      const poll = { queue_id: queue.queue_id!, last_event_id: queue.last_event_id, dont_block: true }
      // The organization is too large for events since the crowd came.
      expect((await gus.client.call(endpoints.getEvents, poll)).events).toEqual([])
    })

    test('receipts and typing', async () => {
      await server.owner.call(endpoints.updateRealm, { enable_read_receipts: true })
      await join('lunch', bob)
      const sent = { type: 'channel', to: 'lunch', topic: 'x', content: 'Hello' } as const
      const { id: message_id } = await ann.client.call(endpoints.sendMessage, sent)
      const read = { messages: [message_id], op: 'add', flag: 'read' }
      for (const { client } of [bob, gus]) await client.call(endpoints.updateMessageFlags, read)
      const readers = async ({ client }: Person) =>
        (await client.call(endpoints.getReadReceipts, { message_id })).user_ids
      expect(await readers(gus)).toEqual([bob.id, gus.id])
      await leave('lunch', bob)
      expect(await readers(gus)).toEqual([gus.id])
      const capabilities = { notification_settings_null: true, stream_typing_notifications: true }
      const queue = await gus.client.call(endpoints.registerQueue, {
        event_types: ['typing'],
        client_capabilities: capabilities,
      })
      const stream_id = server.channelId('lunch')
      for (const { client } of [bob, ann])
        await client.call(endpoints.setTypingStatus, { op: 'start', type: 'stream', stream_id, topic: 'x' })
      await bob.client.call(endpoints.setTypingStatus, { op: 'start', type: 'direct', to: [gus.id] })
      const poll = { queue_id: queue.queue_id!, last_event_id: queue.last_event_id, dont_block: true }
      expect((await gus.client.call(endpoints.getEvents, poll)).events).toMatchObject([{ sender: { user_id: ann.id } }])
    })
  })
})
