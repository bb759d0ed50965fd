import { describe, expect, test } from 'vitest'
import { endpoints } from '../../../api/endpoints/index.ts'
import type { Person } from '../../../test/harness.ts'
import { changeChannel, guest } from '../../../test/people.ts'
import { useServer } from '../../../test/use-server.ts'

const { getRecentConversations, sendMessage, subscribe, unsubscribe, updateMessage } = endpoints

describe('recent conversations', () => {
  const { server, ann, bob } = useServer({ members: ['ann', 'bob'] })
  let count = 0
  /** Each test has channels of its own, so that it knows what is in them. */
  let place = ''

  const channel = async (people: readonly Person[], options = {}) => {
    count += 1
    place = `room ${count}`
    const principals = people.map(({ id }) => id)
    await ann.client.call(subscribe, { subscriptions: [{ name: place }], principals, ...options })
    return server.channelId(place)
  }
  const say = async ({ client }: Person, topic: string, content = 'Hello') =>
    (await client.call(sendMessage, { type: 'channel', to: place, topic, content })).id
  const write = async ({ client }: Person, to: readonly Person[], content = 'Psst') =>
    (await client.call(sendMessage, { type: 'direct', to: `[${to.map(({ id }) => id)}]`, content })).id
  const recent = async ({ client }: Person, args = {}) =>
    (await client.call(getRecentConversations, args)).conversations
  const topicsOf = async (person: Person, streamId: number) =>
    (await recent(person)).filter(({ stream_id }) => stream_id === streamId).map(({ topic }) => topic)

  test('have the place and the newest message, who wrote last, and what is unread', async () => {
    const stream_id = await channel([ann, bob])
    await say(ann, 'soup', 'Too early')
    await say(bob, 'soup', 'Is it ready?')
    const id = await say(ann, 'soup', 'Soup is **ready**, see ||| nothing')
    const direct = await write(bob, [ann], 'For *you*')
    const [first, second] = await recent(bob)
    expect(first).toEqual({
      user_ids: [ann.id],
      message_id: direct,
      timestamp: expect.any(Number),
      sender_id: bob.id,
      first_words: 'For you',
      recent_sender_ids: [bob.id],
      participated: true,
      unread_count: 0,
    })
    expect(second).toEqual({
      stream_id,
      topic: 'soup',
      message_id: id,
      timestamp: expect.any(Number),
      sender_id: ann.id,
      first_words: 'Soup is ready, see ||| nothing',
      recent_sender_ids: [ann.id, bob.id],
      participated: true,
      unread_count: 2,
    })
    expect((await recent(ann))[0]).toMatchObject({ user_ids: [bob.id], unread_count: 1 })
  })

  test('count like the state of register', async () => {
    await channel([ann, bob])
    for (const topic of ['a', 'b', 'a', '']) await say(ann, topic)
    await write(ann, [bob])
    const { unread_msgs } = await bob.client.call(endpoints.registerQueue, {
      fetch_event_types: ['message', 'update_message_flags'],
    })
    const listed = await recent(bob)
    for (const { stream_id, topic, unread_message_ids } of unread_msgs!.streams)
      expect(listed.find((one) => one.stream_id === stream_id && one.topic === topic)?.unread_count).toBe(
        unread_message_ids.length,
      )
    for (const { other_user_id, unread_message_ids } of unread_msgs!.pms)
      expect(listed.find(({ user_ids }) => user_ids?.join() === `${other_user_id}`)?.unread_count).toBe(
        unread_message_ids.length,
      )
  })

  test('have at most five senders, the last one first, and say whether one wrote', async () => {
    const more = await Promise.all(['C', 'D', 'E', 'F'].map((name) => server.person(`Sender ${name}`)))
    const people = [ann, bob, ...more]
    const reader = await server.person('Reader')
    await channel([...people, reader])
    for (const person of [...people, bob]) await say(person, 'talk')
    const recent_sender_ids = [bob, ...more.toReversed()].map(({ id }) => id)
    expect((await recent(ann))[0]).toMatchObject({ recent_sender_ids, participated: true })
    expect((await recent(reader))[0]).toMatchObject({ recent_sender_ids, participated: false })
  })

  test('come in pages', async () => {
    await channel([ann, bob])
    for (const topic of ['1', '2', '3']) await say(ann, topic)
    const all = await recent(bob)
    const first = await bob.client.call(getRecentConversations, { limit: 2 })
    expect([first.conversations, first.found_oldest]).toEqual([all.slice(0, 2), false])
    const before = first.conversations.at(-1)!.message_id
    const rest = await bob.client.call(getRecentConversations, { before })
    expect([rest.conversations, rest.found_oldest]).toEqual([all.slice(2), true])
  })

  test('have the empty topic by its name, or as it is', async () => {
    await channel([ann])
    await say(ann, '')
    expect((await recent(ann))[0]?.topic).toBe('general chat')
    expect((await recent(ann, { allow_empty_topic_name: true }))[0]?.topic).toBe('')
  })

  describe('are only those that the person has', () => {
    test.each([{}, { invite_only: true }])(
      'a channel %o of others is not one of them, nor one that they left',
      async (options) => {
        const id = await channel([ann], options)
        await say(ann, 'plan')
        expect([await topicsOf(ann, id), await topicsOf(bob, id)]).toEqual([['plan'], []])
        await ann.client.call(subscribe, { subscriptions: [{ name: place }], principals: [bob.id] })
        expect(await topicsOf(bob, id)).toEqual(options.invite_only ? [] : ['plan'])
        await say(ann, 'next')
        expect(await topicsOf(bob, id)).toContain('next')
        await bob.client.call(unsubscribe, { subscriptions: [place] })
        expect(await topicsOf(bob, id)).toEqual([])
      },
    )

    test('with protected history they have what the person received, with its last readers', async () => {
      const protects = { invite_only: true, history_public_to_subscribers: false }
      const id = await channel([ann], protects)
      await say(ann, 'old', 'Secret')
      await say(ann, 'both', 'Secret')
      await ann.client.call(subscribe, { subscriptions: [{ name: place }], principals: [bob.id] })
      expect(await topicsOf(bob, id)).toEqual([])
      const seen = await say(bob, 'both', 'I am new')
      await bob.client.call(unsubscribe, { subscriptions: [place] })
      await say(ann, 'both', 'Between')
      await ann.client.call(subscribe, { subscriptions: [{ name: place }], principals: [bob.id] })
      const listed = (await recent(bob)).filter(({ stream_id }) => stream_id === id)
      expect(listed).toMatchObject([
        { topic: 'both', message_id: seen, first_words: 'I am new', recent_sender_ids: [bob.id], unread_count: 0 },
      ])
      expect(await topicsOf(ann, id)).toEqual(['both', 'old'])
    })

    test('with shared history of a private channel they have all of it', async () => {
      const id = await channel([ann], { invite_only: true, history_public_to_subscribers: true })
      await say(ann, 'old')
      await ann.client.call(subscribe, { subscriptions: [{ name: place }], principals: [bob.id] })
      expect(await topicsOf(bob, id)).toEqual(['old'])
    })

    test('a guest has their channels, and no other public one', async () => {
      const gus = await guest(server, 'Gus')
      const theirs = await channel([ann, gus])
      await say(ann, 'in')
      const others = await channel([ann])
      await say(ann, 'out')
      expect([await topicsOf(gus, theirs), await topicsOf(gus, others)]).toEqual([['in'], []])
    })

    test('an administrator has no private channel of others, and nobody has direct messages of others', async () => {
      const id = await channel([ann], { invite_only: true })
      await say(ann, 'plan')
      await write(ann, [bob])
      const { conversations } = await server.owner.call(getRecentConversations, {})
      expect(conversations.filter(({ stream_id, user_ids }) => stream_id === id || user_ids?.includes(bob.id))).toEqual(
        [],
      )
    })

    test('an archived channel is not one of them', async () => {
      const id = await channel([ann])
      await say(ann, 'dust')
      expect(await topicsOf(ann, id)).toEqual(['dust'])
      await changeChannel(server, id, { is_archived: true })
      expect(await topicsOf(ann, id)).toEqual([])
    })
  })

  test('have several people and oneself', async () => {
    const cho = await server.person('Cho')
    const group = await write(ann, [bob, cho])
    const own = await write(cho, [cho])
    expect(await recent(cho)).toMatchObject([
      { user_ids: [], message_id: own },
      { user_ids: [ann.id, bob.id], message_id: group, unread_count: 1 },
    ])
  })

  test('have what a muted person wrote, as read', async () => {
    const dan = await server.person('Dan')
    await ann.client.call(endpoints.muteUser, { muted_user_id: dan.id })
    const id = await write(dan, [ann])
    expect((await recent(ann))[0]).toMatchObject({ message_id: id, sender_id: dan.id, unread_count: 0 })
    expect((await recent(dan))[0]).toMatchObject({ user_ids: [ann.id], message_id: id })
  })

  test('follow deleted messages and moved topics', async () => {
    const id = await channel([ann, bob])
    const first = await say(ann, 'kept', 'First')
    const second = await say(ann, 'kept', 'Second')
    const gone = await say(ann, 'gone')
    for (const message_id of [second, gone]) await server.owner.call(endpoints.deleteMessage, { message_id })
    expect((await recent(bob)).filter(({ stream_id }) => stream_id === id)).toMatchObject([
      { topic: 'kept', message_id: first, first_words: 'First', unread_count: 1 },
    ])
    const from = place
    const to = await channel([ann], { invite_only: true })
    await ann.client.call(updateMessage, {
      message_id: first,
      stream_id: to,
      topic: 'moved',
      propagate_mode: 'change_all',
      send_notification_to_old_thread: false,
      send_notification_to_new_thread: false,
    })
    expect(from).not.toBe(place)
    expect([await topicsOf(ann, id), await topicsOf(ann, to)]).toEqual([[], ['moved']])
    expect([await topicsOf(bob, id), await topicsOf(bob, to)]).toEqual([[], []])
  })
})
