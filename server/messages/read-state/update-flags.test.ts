import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { endpoints } from '../../../api/endpoints/index.ts'
import { explains } from '../../../test/events-explain-state.ts'
import type { Person } from '../../../test/harness.ts'
import { watchEvents } from '../../../test/queues/queue-requests.ts'
import { refused } from '../../../test/refusals.ts'
import { useServer } from '../../../test/use-server.ts'
import { unsubscribeUsers } from '../../channels/unsubscribe-users.ts'

describe('flags', () => {
  const { server, ann, bob, cho, gus } = useServer({ members: ['ann', 'bob', 'cho'], guests: ['gus'] })
  let channelId: number
  let id: number

  beforeAll(async () => {
    const principals = [ann.id, bob.id]
    await ann.client.call(endpoints.subscribe, { subscriptions: [{ name: 'lunch' }], principals })
    await ann.client.call(endpoints.subscribe, { subscriptions: [{ name: 'secret' }], invite_only: true })
    channelId = server.channelId('lunch')
  })

  beforeEach(async () => {
    id = await send('lunch')
  })

  const send = async (to: string, topic = 'soup', from = ann) =>
    (await from.client.call(endpoints.sendMessage, { type: 'channel', to, topic, content: 'Hello' })).id
  const direct = async (from: Person, ...people: Person[]) => {
    const to = JSON.stringify(people.map((person) => person.id))
    return (await from.client.call(endpoints.sendMessage, { type: 'direct', to, content: 'Hello' })).id
  }
  const change = (person: Person, op: string, flag: string, ...messages: number[]) =>
    person.client.call(endpoints.updateMessageFlags, { op, flag, messages })
  const flagsOf = async (person: Person, message_id = id) =>
    (await person.client.call(endpoints.getMessage, { message_id })).message.flags
  const watch = ({ client }: Person) => watchEvents(client, { event_types: ['update_message_flags'] })
  const leave = (person: Person, name: string) =>
    server.ctx.transact(server.realm.id, (tx) =>
      unsubscribeUsers(tx, server.realm.channelByName(name)!, [server.realm.users.get(person.id)!]),
    )

  test.each(['read', 'starred', 'collapsed'])('%s is set and removed, for oneself only', async (flag) => {
    expect(await change(bob, 'add', flag, id)).toEqual({
      messages: [id],
      ignored_because_not_subscribed_channels: [],
    })
    expect(await flagsOf(bob)).toEqual([flag])
    expect(await flagsOf(ann)).toEqual(['read'])
    await change(bob, 'remove', flag, id)
    expect(await flagsOf(bob)).toEqual([])
  })

  test.each([
    'mentioned',
    'stream_wildcard_mentioned',
    'topic_wildcard_mentioned',
    'wildcard_mentioned',
    'has_alert_word',
    'historical',
  ])('%s cannot be changed by clients', async (flag) => {
    await refused(change(bob, 'add', flag, id), `Flag not editable: '${flag}'`)
  })

  test('unknown flags and operations are named in the error', async () => {
    await refused(change(bob, 'add', 'shiny', id), "Invalid flag: 'shiny'")
    await refused(change(bob, 'add', 'constructor', id), "Invalid flag: 'constructor'")
    await refused(change(bob, 'set', 'read', id), "Invalid message flag operation: 'set'")
  })

  test('the answer repeats the request, and the event contains the changes', async () => {
    const other = await send('lunch')
    await change(bob, 'add', 'starred', other)
    const events = await watch(bob)
    expect(await change(bob, 'add', 'starred', other, id, id)).toMatchObject({ messages: [other, id, id] })
    expect(await events()).toMatchObject([
      { type: 'update_message_flags', op: 'add', operation: 'add', flag: 'starred', messages: [id], all: false },
    ])
  })

  test('if nothing changes there is no event, and other people never get one', async () => {
    const [bobs, anns] = [await watch(bob), await watch(ann)]
    await change(bob, 'remove', 'starred', id)
    await change(ann, 'add', 'read', id)
    await change(bob, 'add', 'collapsed', id)
    expect(await anns()).toEqual([])
    expect(await bobs()).toMatchObject([{ flag: 'collapsed', messages: [id] }])
  })

  describe('marked unread', () => {
    test('with the details that a client needs to count them', async () => {
      const topicless = await send('lunch', '')
      const [one, group] = [await direct(ann, bob), await direct(ann, bob, cho)]
      const own = await direct(bob, bob)
      const all = [id, topicless, one, group, own]
      await change(bob, 'add', 'read', ...all)
      const events = await watch(bob)
      await change(bob, 'remove', 'read', ...all)
      expect(await events()).toMatchObject([
        {
          op: 'remove',
          operation: 'remove',
          flag: 'read',
          messages: all,
          message_details: {
            [id]: { type: 'stream', stream_id: channelId, topic: 'soup' },
            [one]: { type: 'private', user_ids: [ann.id] },
            [group]: { type: 'private', user_ids: [ann.id, cho.id] },
            [own]: { type: 'private', user_ids: [] },
          },
        },
      ])
    })

    test('not in channels without a subscription: the answer lists those', async () => {
      await change(cho, 'add', 'starred', id)
      expect(await change(cho, 'remove', 'read', id)).toMatchObject({
        ignored_because_not_subscribed_channels: [channelId],
      })
      const never = await send('lunch')
      expect(await change(cho, 'remove', 'read', never)).toMatchObject({
        ignored_because_not_subscribed_channels: [channelId],
      })
      expect(await flagsOf(cho)).toEqual(['read', 'starred', 'historical'])
      expect(await change(cho, 'add', 'read', id)).toMatchObject({ ignored_because_not_subscribed_channels: [] })
    })

    test('not in a channel that one has left, while others are', async () => {
      const [mine, dm] = [await send('lunch'), await direct(ann, bob)]
      await change(bob, 'add', 'read', mine, dm)
      await leave(bob, 'lunch')
      const events = await watch(bob)
      expect(await change(bob, 'remove', 'read', mine, dm)).toMatchObject({
        ignored_because_not_subscribed_channels: [channelId],
      })
      expect(await events()).toMatchObject([{ messages: [dm] }])
      await bob.client.call(endpoints.subscribe, { subscriptions: [{ name: 'lunch' }] })
    })

    test('and a hidden channel is not listed', async () => {
      const secret = await send('secret')
      expect(await change(cho, 'remove', 'read', secret)).toMatchObject({ ignored_because_not_subscribed_channels: [] })
    })
  })

  describe('on a message that was never received', () => {
    test.each(['starred', 'collapsed'] as const)('%s creates one’s own copy, which is read', async (flag) => {
      await change(cho, 'add', flag, id)
      expect(await flagsOf(cho)).toEqual(['read', flag, 'historical'])
      await change(cho, 'remove', flag, id)
      expect(await flagsOf(cho)).toEqual(['read', 'historical'])
    })

    test('the copy belongs to one’s messages from then on', async () => {
      const mine = async () => {
        const args = { anchor: 'newest', num_before: 100, num_after: 0 }
        return (await cho.client.call(endpoints.getMessages, args)).messages.map((message) => message.id)
      }
      expect(await mine()).not.toContain(id)
      await change(cho, 'add', 'starred', id)
      expect(await mine()).toContain(id)
    })

    test('a person who receives the channel now can mark the copy unread', async () => {
      const dan = await server.person('Dan')
      await change(dan, 'add', 'starred', id)
      await dan.client.call(endpoints.subscribe, { subscriptions: [{ name: 'lunch' }] })
      await change(dan, 'remove', 'read', id)
      expect(await flagsOf(dan)).toEqual(['starred', 'historical'])
      const unread = async () =>
        (await dan.client.call(endpoints.registerQueue, { fetch_event_types: ['message', 'update_message_flags'] }))
          .unread_msgs?.count
      expect(await unread()).toBe(1)
      await change(dan, 'add', 'read', id)
      expect(await flagsOf(dan)).toEqual(['read', 'starred', 'historical'])
      expect(await unread()).toBe(0)
    })

    test('a person who receives the channel now can mark it unread without a copy, which creates one', async () => {
      const eve = await server.person('Eve')
      const called = { type: 'channel', to: 'lunch', topic: 'soup', content: '@**all** look' } as const
      const loud = (await ann.client.call(endpoints.sendMessage, called)).id
      const between = await send('lunch')
      await eve.client.call(endpoints.subscribe, { subscriptions: [{ name: 'lunch' }] })
      const events = await watch(eve)
      expect(await change(eve, 'remove', 'read', id, loud)).toMatchObject({
        ignored_because_not_subscribed_channels: [],
      })
      // A copy that was created later has no mention.
      const details = { type: 'stream', stream_id: channelId, topic: 'soup' }
      expect((await events())[0]).toEqual({
        id: expect.any(Number),
        type: 'update_message_flags',
        flag: 'read',
        op: 'remove',
        operation: 'remove',
        messages: [id, loud],
        all: false,
        message_details: { [id]: details, [loud]: details },
      })
      expect(await flagsOf(eve)).toEqual(['historical'])
      expect(await flagsOf(eve, between)).toEqual(['read', 'historical'])
      const state = await eve.client.call(endpoints.registerQueue, {
        fetch_event_types: ['message', 'update_message_flags'],
      })
      expect(state.unread_msgs).toMatchObject({
        count: 2,
        streams: [{ stream_id: channelId, unread_message_ids: [id, loud] }],
        mentions: [],
      })
      await change(eve, 'remove', 'read', id, loud)
      expect(await events()).toHaveLength(1)
      await explains({ Eve: eve.client }, () => change(eve, 'remove', 'read', between))
      await explains({ Eve: eve.client }, () => change(eve, 'add', 'read', id, loud))
      expect(await flagsOf(eve, loud)).toEqual(['read', 'historical'])
    })

    test('also for one’s own message, sent without a subscription', async () => {
      const fay = await server.person('Fay')
      const message = { type: 'channel', to: 'lunch', topic: 'soup', content: 'hi', read_by_sender: true } as const
      const own = (await fay.client.call(endpoints.sendMessage, message)).id
      await fay.client.call(endpoints.subscribe, { subscriptions: [{ name: 'lunch' }] })
      await change(fay, 'remove', 'read', own)
      expect(await flagsOf(fay, own)).toEqual(['historical'])
      await change(fay, 'add', 'read', own)
      expect(await flagsOf(fay, own)).toEqual(['read', 'historical'])
    })

    test('read changes nothing', async () => {
      const events = await watch(cho)
      await change(cho, 'add', 'read', id)
      expect(await events()).toEqual([])
      expect(await flagsOf(cho)).toEqual(['read', 'historical'])
    })
  })

  describe('on messages that one may not see', () => {
    test('a star is refused, and none of the other messages gets one', async () => {
      const secret = await send('secret')
      for (const hidden of [secret, 999_999])
        await refused(change(bob, 'add', 'starred', id, hidden), 'Invalid message(s)')
      await refused(change(gus, 'add', 'collapsed', id), 'Invalid message(s)')
      expect(await flagsOf(bob)).toEqual([])
      await change(ann, 'add', 'starred', id, secret)
    })

    test('a star is set and removed on a received message, even in a private channel that one has left', async () => {
      const lea = await server.person('Lea')
      await ann.client.call(endpoints.subscribe, { subscriptions: [{ name: 'secret' }], principals: [lea.id] })
      const received = await send('secret')
      await leave(lea, 'secret')
      const later = await send('secret')
      await refused(change(lea, 'add', 'starred', received, later), 'Invalid message(s)')
      const events = await watch(lea)
      await explains({ Lea: lea.client }, () => change(lea, 'add', 'starred', received))
      const { starred_messages } = await lea.client.call(endpoints.registerQueue, {})
      expect(starred_messages).toEqual([received])
      await explains({ Lea: lea.client }, () => change(lea, 'remove', 'starred', received))
      expect(await events()).toMatchObject([
        { op: 'add', flag: 'starred', messages: [received] },
        { op: 'remove', flag: 'starred', messages: [received] },
      ])
      // The message itself stays inaccessible.
      await refused(lea.client.call(endpoints.getMessage, { message_id: received }), 'Invalid message(s)')
    })

    test('read ignores them', async () => {
      const secret = await send('secret')
      const events = await watch(bob)
      await change(bob, 'add', 'read', id, secret, 999_999)
      expect(await events()).toMatchObject([{ messages: [id] }])
    })
  })

  test('waiting changes of one kind arrive as one event', async () => {
    const other = await send('lunch')
    const events = await watch(bob)
    await change(bob, 'add', 'read', id)
    await change(bob, 'add', 'read', other)
    expect(await events()).toMatchObject([{ flag: 'read', messages: [id, other] }])
  })

  test('many at once, out of order, keep the messages in between', async () => {
    const ids: number[] = []
    for (let count = 0; count < 8; count += 1) ids.push(await send('lunch', 'many'))
    await change(bob, 'add', 'read', ids[6]!, ids[1]!, ids[3]!)
    await change(bob, 'remove', 'read', ids[3]!)
    await Promise.all([change(bob, 'add', 'read', ids[0]!), change(bob, 'add', 'read', ids[7]!)])
    const read = await Promise.all(ids.map(async (one) => (await flagsOf(bob, one)).includes('read')))
    expect(read).toEqual([true, true, false, false, false, false, true, true])
  })
})
