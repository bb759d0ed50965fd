import { beforeAll, describe, expect, test } from 'vitest'
import { endpoints } from '../api/endpoints/index.ts'
import { deactivateUser } from '../server/accounts/deactivation/deactivate-user.ts'
import { reactivateUser } from '../server/accounts/deactivation/reactivate-user.ts'
import { unsubscribeUsers } from '../server/channels/unsubscribe-users.ts'
import { explains } from './events-explain-state.ts'
import type { Person } from './harness.ts'
import { group } from './people.ts'
import { useServer } from './use-server.ts'

const FIRST_MESSAGE = 'the event of a first message reaches only those who receive it'
const UNSEEN_FIRST_MESSAGE = {
  'streams.*.first_message_id': FIRST_MESSAGE,
  'never_subscribed.*.first_message_id': FIRST_MESSAGE,
}

describe('events explain the state after', () => {
  const { server, ann, bob, cho, gus } = useServer({ members: ['ann', 'bob', 'cho'], guests: ['gus'] })
  let everyone: Record<string, Person['client']>

  beforeAll(async () => {
    everyone = { Olivia: server.owner, Ann: ann.client, Bob: bob.client, Cho: cho.client, Gus: gus.client }
    await ann.client.call(endpoints.subscribe, { subscriptions: [{ name: 'lunch' }], principals: [ann.id, bob.id] })
  })

  const send = (person: Person, to: string, topic = 'soup', content = 'Hello') =>
    person.client.call(endpoints.sendMessage, { type: 'channel', to, topic, content })
  const sendTo = (person: Person, ...people: Person[]) =>
    person.client.call(endpoints.sendMessage, {
      type: 'direct',
      to: JSON.stringify(people.map(({ id }) => id)),
      content: 'Hello',
    })
  const subscribe = (person: Person, name: string, more: object = {}) =>
    person.client.call(endpoints.subscribe, { subscriptions: [{ name }], ...more })
  const userOf = ({ id }: Person) => server.realm.users.get(id)!
  const act = (work: Parameters<typeof server.ctx.transact>[1]) => server.ctx.transact(server.realm.id, work)

  describe('sending', () => {
    test('the first message of a channel', async () => {
      const told = await explains(everyone, () => send(ann, 'lunch'), UNSEEN_FIRST_MESSAGE)
      expect(told['Bob']).toMatchObject([{ type: 'message', flags: [] }])
      expect(told['Ann']).toMatchObject([{ type: 'message', flags: ['read'] }, { type: 'user_topic' }])
      expect(told['Cho']).toEqual([])
    })

    test('more messages, in topics of differing case and in the empty topic', async () => {
      await explains(everyone, async () => {
        await send(ann, 'lunch', 'SOUP')
        await send(bob, 'lunch', 'salad')
        await send(bob, 'lunch', '')
        await send(cho, 'lunch', 'from outside')
      })
    })

    test('direct messages to one person, to oneself, to a group', async () => {
      await explains(everyone, () => sendTo(ann, bob))
      await explains(everyone, () => sendTo(bob, bob))
      await explains(everyone, () => sendTo(cho, ann, bob))
      await explains(everyone, async () => {
        await sendTo(bob, ann)
        await sendTo(gus, cho)
        await sendTo(bob, cho, ann)
      })
    })

    test('messages that their sender has not read, because a script sent them', async () => {
      const script = server.clientFor(userOf(ann), 'cron/1.0')
      await explains(everyone, async () => {
        await script.call(endpoints.sendMessage, { type: 'channel', to: 'lunch', topic: 'menu', content: 'Soup' })
        await script.call(endpoints.sendMessage, { type: 'direct', to: `[${ann.id}]`, content: 'To do' })
        await script.call(endpoints.sendMessage, { type: 'direct', to: `[${bob.id}]`, content: 'To do' })
      })
    })
  })

  describe('flags', () => {
    test.each(['read', 'starred', 'collapsed'])('%s, set and removed', async (flag) => {
      const ids = [await send(ann, 'lunch'), await sendTo(ann, bob), await sendTo(ann, bob, cho)].map(({ id }) => id)
      const change = (op: string, messages: number[]) =>
        bob.client.call(endpoints.updateMessageFlags, { messages, op, flag })
      await explains(everyone, () => change('add', ids))
      await explains(everyone, () => change('remove', ids.slice(1)))
      await explains({ Bob: bob.client }, async () => {
        await change('add', ids)
        await change('remove', ids)
        await change('add', ids.slice(0, 1))
      })
    })

    test('one’s own message, sent as read, marked unread and read again', async () => {
      const { id } = await send(ann, 'lunch')
      const own = await sendTo(ann, ann)
      const change = (op: string) =>
        ann.client.call(endpoints.updateMessageFlags, { messages: [id, own.id], op, flag: 'read' })
      await explains(everyone, () => change('remove'))
      await explains(everyone, () => change('add'))
    })

    test('a star on a message that was never received', async () => {
      const { id } = await send(ann, 'lunch')
      await explains(everyone, () =>
        cho.client.call(endpoints.updateMessageFlags, { messages: [id], op: 'add', flag: 'starred' }),
      )
    })
  })

  test('reactions', async () => {
    const { id } = await send(ann, 'lunch')
    const told = await explains(everyone, async () => {
      await bob.client.call(endpoints.addReaction, { message_id: id, emoji_name: 'tada' })
      await bob.client.call(endpoints.removeReaction, { message_id: id, emoji_name: 'tada' })
    })
    expect(told['Ann']!.map((event) => event.type)).toEqual(['reaction', 'reaction'])
  })

  describe('channels', () => {
    test('a public channel is created', async () => {
      const told = await explains(everyone, () => subscribe(ann, 'tea'))
      expect(told['Gus']).toEqual([])
      expect(told['Cho']!.map((event) => event.type)).toEqual(['stream', 'subscription'])
    })

    test('a public channel is created with others in it, a guest among them', async () => {
      await explains(everyone, () => subscribe(ann, 'cake', { principals: [ann.id, bob.id, gus.id] }))
    })

    test('a private channel is created, alone and with others', async () => {
      const told = await explains(everyone, () => subscribe(ann, 'secret tea', { invite_only: true }))
      expect(told['Bob']).toEqual([])
      await explains(everyone, () =>
        subscribe(ann, 'shared secret', {
          invite_only: true,
          history_public_to_subscribers: true,
          principals: [ann.id, bob.id],
        }),
      )
    })

    test('several channels at once, old and new', async () => {
      await explains(everyone, () =>
        cho.client.call(endpoints.subscribe, {
          subscriptions: [{ name: 'tea' }, { name: 'coffee' }, { name: 'milk', description: 'White' }],
          principals: [cho.id, bob.id],
        }),
      )
    })

    test('a person subscribes to a public channel', async () => {
      await explains(everyone, () => subscribe(cho, 'lunch'))
    })

    test('others are subscribed to a private channel that they could not see', async () => {
      await send(ann, 'secret tea')
      await explains(everyone, () => subscribe(ann, 'secret tea', { principals: [cho.id, gus.id] }))
    })

    test('a guest is subscribed to a public channel that they could not see', async () => {
      await explains(everyone, () => subscribe(ann, 'lunch', { principals: [gus.id] }))
    })

    test('people leave a public channel with unread messages, and come back', async () => {
      await send(ann, 'lunch')
      const channel = server.realm.channelByName('lunch')!
      const told = await explains(everyone, () =>
        act((tx) => unsubscribeUsers(tx, channel, [userOf(bob), userOf(cho)])),
      )
      expect(told['Bob']!.map((event) => event.type)).toContain('update_message_flags')
      await explains(everyone, () => subscribe(bob, 'lunch'))
      await explains(everyone, () => send(ann, 'lunch'))
    })

    test('a person leaves a private channel and gets no more events of it', async () => {
      const channel = server.realm.channelByName('shared secret')!
      await explains(everyone, () => act((tx) => unsubscribeUsers(tx, channel, [userOf(bob)])))
      await explains(everyone, () => send(ann, 'shared secret', 'without Bob'), {
        'streams.*.first_message_id': FIRST_MESSAGE,
        'never_subscribed.*.first_message_id': FIRST_MESSAGE,
      })
    })
  })

  describe('accounts', () => {
    test('one is created, with the default channels', async () => {
      await explains(everyone, () => server.person('Dan'))
    })

    test('one is deactivated and reactivated', async () => {
      await explains(everyone, () => sendTo(ann, cho))
      await group(server, { name: 'cooks', members: [ann, cho] })
      const others = { Olivia: server.owner, Ann: ann.client, Bob: bob.client, Gus: gus.client }
      await explains(others, () => act((tx) => deactivateUser(tx, userOf(cho))))
      await explains(others, () => send(ann, 'lunch'))
      await explains(others, () => act((tx) => reactivateUser(tx, userOf(cho))))
      await explains(everyone, () => send(ann, 'secret tea'))
    })
  })
})
