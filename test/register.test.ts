import { beforeAll, describe, expect, test } from 'vitest'
import type { ArgsOf } from '../api/contract.ts'
import { endpoints } from '../api/endpoints/index.ts'
import { createClient } from '../client/client.ts'
import type { Person } from './harness.ts'
import { changeAccount } from './people.ts'
import { postForm } from './post-form.ts'
import { watchEvents } from './queues/queue-requests.ts'
import { refused } from './refusals.ts'
import { useServer } from './use-server.ts'

const ALWAYS = [
  'idle_queue_timeout_secs',
  'last_event_id',
  'queue_id',
  'service_feature_level',
  'service_merge_base',
  'service_version',
]

describe('register', () => {
  const { server, ann, bob, gus } = useServer({ members: ['ann', 'bob'], guests: ['gus'] })

  beforeAll(async () => {
    await ann.client.call(endpoints.subscribe, { subscriptions: [{ name: 'lunch' }], principals: [ann.id, bob.id] })
    await ann.client.call(endpoints.subscribe, { subscriptions: [{ name: 'secret' }], invite_only: true })
  })

  type Args = ArgsOf<typeof endpoints.registerQueue>
  const register = (person: Person, args: Args = {}) => person.client.call(endpoints.registerQueue, args)
  const fields = async (args: Args) => Object.keys(await register(ann, args)).filter((name) => !ALWAYS.includes(name))

  describe('returns the requested state', () => {
    test('all of it', async () => {
      const state = await register(ann)
      for (const field of [
        ...ALWAYS,
        'realm_users',
        'realm_user_groups',
        'subscriptions',
        'streams',
        'unread_msgs',
        'starred_messages',
        'user_settings',
        'max_message_length',
        'max_topic_length',
        'realm_empty_topic_display_name',
        'presences',
        'recent_private_conversations',
      ])
        expect(state).toHaveProperty([field])
      expect(state.service_feature_level).toBe(509)
    })

    test('none of it', async () => {
      expect(await fields({ fetch_event_types: [] })).toEqual([])
      expect(await fields({ event_types: [] })).toEqual([])
    })

    test('by event types, or by separate fetch types', async () => {
      expect(await fields({ event_types: ['message'] })).toEqual(['max_message_id'])
      expect(await fields({ event_types: ['realm_user'], fetch_event_types: ['message'] })).toEqual(['max_message_id'])
      expect(await fields({ fetch_event_types: ['stream'] })).toEqual(['streams'])
      expect((await fields({ fetch_event_types: ['subscription'] })).sort()).toEqual([
        'never_subscribed',
        'subscriptions',
        'unsubscribed',
      ])
      expect(await fields({ fetch_event_types: ['no_such_type'] })).toEqual([])
    })

    test('unread messages only with both of their types', async () => {
      expect(await fields({ fetch_event_types: ['update_message_flags'] })).toEqual([])
      const both = await fields({ fetch_event_types: ['update_message_flags', 'message'] })
      expect(both.sort()).toEqual(['max_message_id', 'unread_msgs'])
    })

    test('the old form of muted topics only without the new one', async () => {
      expect(await fields({ fetch_event_types: ['muted_topics'] })).toEqual(['muted_topics'])
      expect(await fields({ fetch_event_types: ['muted_topics', 'user_topic'] })).toEqual(['user_topics'])
    })
  })

  test('selects the requested events', async () => {
    const queue = await register(bob, { event_types: ['reaction'] })
    const args = { type: 'channel', to: 'lunch', topic: 'soup', content: 'Hello' } as const
    const { id } = await ann.client.call(endpoints.sendMessage, args)
    await ann.client.call(endpoints.addReaction, { message_id: id, emoji_name: 'tada' })
    const poll = { queue_id: queue.queue_id!, last_event_id: queue.last_event_id, dont_block: true }
    const { events } = await bob.client.call(endpoints.getEvents, poll)
    expect(events.map(({ type }) => type)).toEqual(['reaction'])
  })

  describe('respects permissions', () => {
    test('private channels only for people who may see them', async () => {
      const named = async (person: Person) => (await register(person)).streams!.map(({ name }) => name)
      expect(await named(ann)).toEqual(['general', 'lunch', 'secret'])
      expect(await named(bob)).toEqual(['general', 'lunch'])
      expect(await named(gus)).toEqual(['general'])
      expect(await named({ client: server.owner } as Person)).toContain('secret')
      expect((await register({ client: server.owner } as Person)).never_subscribed!.map(({ name }) => name)).toEqual([
        'lunch',
        'secret',
      ])
    })

    test('roles of the account itself', async () => {
      expect(await register(gus)).toMatchObject({ is_guest: true, is_admin: false, can_create_streams: false })
      expect(await register(ann)).toMatchObject({
        is_guest: false,
        is_moderator: false,
        can_create_public_streams: true,
        can_create_web_public_streams: false,
      })
      expect(await server.owner.call(endpoints.registerQueue, {})).toMatchObject({
        is_owner: true,
        is_admin: true,
        is_moderator: true,
      })
    })

    test('default channels, but not for guests', async () => {
      expect((await register(ann)).realm_default_streams).toEqual([server.channelId('general')])
      expect((await register(gus)).realm_default_streams).toEqual([])
    })

    test('hidden emails only for people who may see them', async () => {
      const eve = await server.person('Eve')
      await changeAccount(server, eve.id, { email_address_visibility: 3 })
      const eveFor = async (person: Person) =>
        (await register(person)).realm_users!.find(({ user_id }) => user_id === eve.id)
      expect(await eveFor(ann)).toMatchObject({ delivery_email: null, email: `user${eve.id}@localhost` })
      expect(await eveFor({ client: server.owner } as Person)).toMatchObject({ delivery_email: eve.email })
    })
  })

  describe('lists subscribers', () => {
    const lunch = async (args: Args) =>
      (await register(ann, { fetch_event_types: ['subscription'], ...args })).subscriptions!.find(
        ({ name }) => name === 'lunch',
      )!

    test('only on request', async () => {
      expect(await lunch({})).not.toHaveProperty('subscribers')
      expect(await lunch({ include_subscribers: 'true' })).toMatchObject({ subscribers: [ann.id, bob.id] })
      expect(await lunch({})).toMatchObject({ subscriber_count: 2 })
    })

    test('all of a small channel, for a partial list', async () => {
      const channel = await lunch({ include_subscribers: 'partial' })
      expect(channel).toMatchObject({ subscribers: [ann.id, bob.id] })
      expect(channel).not.toHaveProperty('partial_subscribers')
    })

    test('in events as in the state', async () => {
      const watch = (args: Args) => watchEvents(bob.client, { event_types: ['subscription'], ...args })
      const [withThem, without] = [await watch({ include_subscribers: 'true' }), await watch({})]
      await bob.client.call(endpoints.subscribe, { subscriptions: [{ name: 'tea' }] })
      expect(await withThem()).toMatchObject([{ op: 'add', subscriptions: [{ name: 'tea', subscribers: [bob.id] }] }])
      expect(JSON.stringify(await without())).not.toContain('"subscribers"')
    })
  })

  test('requires the one mandatory capability', async () => {
    const call = register(ann, { client_capabilities: { empty_topic_name: true } as never })
    await expect(call).rejects.toThrow()
  })

  test.each([
    [undefined, 600],
    [60, 60],
    ['mobile', 43_200],
    [10_000_000, 604_800],
  ] as const)('keeps a queue that requests %s for %d seconds', async (idle_queue_timeout, seconds) => {
    const state = await register(ann, { fetch_event_types: [], ...(idle_queue_timeout && { idle_queue_timeout }) })
    expect(state.idle_queue_timeout_secs).toBe(seconds)
  })

  test.each([
    ['mobile', 'idle_queue_timeout is not valid JSON'],
    ['0', 'idle_queue_timeout["constrained-int"] is too small'],
    ['-5', 'idle_queue_timeout["constrained-int"] is too small'],
  ])('refuses %s as the lifetime of a queue', async (idle_queue_timeout, msg) => {
    const answer = await postForm(server, ann, '/register', { idle_queue_timeout })
    expect(answer).toEqual({ result: 'error', msg, code: 'BAD_REQUEST' })
  })

  test('all public channels are not for guests', async () => {
    await register(ann, { all_public_streams: true, fetch_event_types: [] })
    await refused(register(gus, { all_public_streams: true }), 'User not authorized for this query')
  })

  test('is not for visitors while nothing is public', async () => {
    const visitor = createClient({ url: server.url, strict: true })
    const call = (args: Args) => visitor.call(endpoints.registerQueue, args)
    await refused(call({}), 'Not logged in: API authentication or user session required', {
      code: 'UNAUTHORIZED',
      status: 401,
    })
    const invalid = (key: string) => `Invalid '${key}' parameter for anonymous request`
    await refused(call({ client_gravatar: true }), invalid('client_gravatar'))
    await refused(call({ include_subscribers: 'true' }), invalid('include_subscribers'))
  })

  describe('counts unread messages', () => {
    test('by channel and topic, by person, by group', async () => {
      const [cho, dan] = [await server.person('Cho'), await server.person('Dan')]
      await cho.client.call(endpoints.subscribe, { subscriptions: [{ name: 'lunch' }] })
      const send = async (topic: string) =>
        (await ann.client.call(endpoints.sendMessage, { type: 'channel', to: 'lunch', topic, content: 'x' })).id
      const to = async (...people: Person[]) => {
        const ids = JSON.stringify(people.map(({ id }) => id))
        return (await ann.client.call(endpoints.sendMessage, { type: 'direct', to: ids, content: 'x' })).id
      }
      const [a, b, c] = [await send('Pie'), await send('pie'), await send('cake')]
      const [d, e] = [await to(cho), await to(cho, dan)]
      const script = server.clientFor(server.realm.users.get(cho.id)!, 'cron/1.0')
      const note = await script.call(endpoints.sendMessage, { type: 'direct', to: `[${cho.id}]`, content: 'x' })
      const { unread_msgs: unread, recent_private_conversations: recent } = await register(cho)
      const stream_id = server.channelId('lunch')
      expect(unread).toEqual({
        count: 6,
        streams: [
          { stream_id, topic: 'Pie', unread_message_ids: [a, b] },
          { stream_id, topic: 'cake', unread_message_ids: [c] },
        ],
        pms: [
          { other_user_id: ann.id, sender_id: ann.id, unread_message_ids: [d] },
          { other_user_id: cho.id, sender_id: cho.id, unread_message_ids: [note.id] },
        ],
        huddles: [{ user_ids_string: `${ann.id},${cho.id},${dan.id}`, unread_message_ids: [e] }],
        mentions: [],
        old_unreads_missing: false,
      })
      expect(recent).toEqual([
        { max_message_id: note.id, user_ids: [] },
        { max_message_id: e, user_ids: [ann.id, dan.id] },
        { max_message_id: d, user_ids: [ann.id] },
      ])
    })
  })
})
