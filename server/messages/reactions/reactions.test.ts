import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { ArgsOf } from '../../../api/contract.ts'
import { endpoints } from '../../../api/endpoints/index.ts'
import type { Person } from '../../../test/harness.ts'
import { watchEvents } from '../../../test/queues/queue-requests.ts'
import { refused } from '../../../test/refusals.ts'
import { useServer } from '../../../test/use-server.ts'
import { unsubscribeUsers } from '../../channels/unsubscribe-users.ts'
import { USER_BIT } from '../../kernel/ledger/message-flags.ts'

const TADA = { emoji_name: 'tada', emoji_code: '1f389', reaction_type: 'unicode_emoji' } as const
const EXTRA = { emoji_name: 'service', emoji_code: 'service', reaction_type: 'service_extra_emoji' } as const

describe('reactions', () => {
  const { server, ann, bob, cho, gus } = useServer({ members: ['ann', 'bob', 'cho'], guests: ['gus'] })
  let id: number

  beforeAll(async () => {
    const principals = [ann.id, bob.id]
    await ann.client.call(endpoints.subscribe, { subscriptions: [{ name: 'lunch' }], principals })
    await ann.client.call(endpoints.subscribe, { subscriptions: [{ name: 'secret' }], invite_only: true, principals })
  })

  beforeEach(async () => {
    id = await send(ann, 'lunch')
  })

  const send = async (from: Person, to: string) =>
    (await from.client.call(endpoints.sendMessage, { type: 'channel', to, topic: 'soup', content: 'Hello' })).id
  type ReactionArgs = Omit<ArgsOf<typeof endpoints.addReaction>, 'message_id'>
  const add = (person: Person, wanted: ReactionArgs & { message_id?: number }) =>
    person.client.call(endpoints.addReaction, { message_id: id, ...wanted })
  const remove = (person: Person, wanted: object, message_id = id) =>
    person.client.call(endpoints.removeReaction, { message_id, ...wanted })
  const shown = async () => (await ann.client.call(endpoints.getMessage, { message_id: id })).message.reactions

  describe('added', () => {
    test('by name: the code and its kind follow', async () => {
      await add(bob, { emoji_name: 'tada' })
      await add(cho, { emoji_name: 'service' })
      expect(await shown()).toEqual([
        { ...TADA, user_id: bob.id },
        { ...EXTRA, user_id: cho.id },
      ])
    })

    test.each<[string, ReactionArgs]>([
      ['all', TADA],
      ['all of the extra one', EXTRA],
      ['name and code', { emoji_name: 'tada', emoji_code: '1f389' }],
      ['name and code of the extra one', { emoji_name: 'service', emoji_code: 'service' }],
      ['another name of its code', { emoji_name: 'like', emoji_code: '1f44d' }],
      ['a name with letters of another alphabet', { emoji_name: 'gyōza', emoji_code: '1f95f' }],
      ['name and kind', { emoji_name: 'tada', reaction_type: 'unicode_emoji' }],
    ])('by %s', async (_, wanted) => {
      await add(bob, wanted)
      expect(await shown()).toMatchObject([wanted])
    })

    test('once by each person', async () => {
      await add(bob, TADA)
      await refused(add(bob, TADA), 'Reaction already exists.', { code: 'REACTION_ALREADY_EXISTS' })
      await add(cho, TADA)
      await add(bob, { emoji_name: 'heart' })
      expect((await shown()).map(({ user_id }) => user_id)).toEqual([bob.id, cho.id, bob.id])
    })

    test('once, even if requested twice at the same time', async () => {
      const calls = await Promise.allSettled([add(bob, TADA), add(bob, TADA), add(bob, TADA)])
      expect(calls.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
      expect(await shown()).toHaveLength(1)
    })

    test.each<[ReactionArgs, string]>([
      [{ emoji_name: 'no_such_thing' }, "Emoji 'no_such_thing' does not exist"],
      [{ emoji_name: 'thumbsup' }, "Emoji 'thumbsup' does not exist"],
      [{ emoji_name: 'no_such_thing', emoji_code: '1f389' }, "Emoji 'no_such_thing' does not exist"],
      [{ ...TADA, emoji_name: 'heart' }, 'Invalid emoji name.'],
      [{ ...TADA, emoji_code: 'abcdef' }, 'Invalid emoji code.'],
      [{ ...EXTRA, emoji_code: 'other' }, 'Invalid emoji code.'],
      [{ ...EXTRA, emoji_name: 'tada' }, 'Invalid emoji name.'],
      [{ ...TADA, reaction_type: 'realm_emoji' }, 'Invalid custom emoji.'],
      [{ ...TADA, reaction_type: 'sticker' }, 'Invalid emoji type.'],
      [{ ...TADA, reaction_type: '__proto__' }, 'Invalid emoji type.'],
    ])('not when its parts disagree: %j', async (wanted, msg) => {
      await refused(add(bob, wanted), msg)
      expect(await shown()).toEqual([])
    })

    test('under an older name, as one more of the existing reaction', async () => {
      await add(bob, TADA)
      await add(cho, { ...TADA, emoji_name: 'party' })
      expect(await shown()).toEqual([
        { ...TADA, user_id: bob.id },
        { ...TADA, user_id: cho.id },
      ])
    })

    test('needs a name', async () => {
      await refused(add(bob, {} as never), "Missing 'emoji_name' argument", { code: 'REQUEST_VARIABLE_MISSING' })
    })
  })

  test.each([
    ['POST', 'emoji_name'],
    ['POST', 'emoji_code'],
    ['DELETE', 'emoji_name'],
    ['DELETE', 'emoji_code'],
  ])('%s quotes only the beginning of a very long %s', async (method, name) => {
    // Our own client would not send this.
    const response = await fetch(`${server.url}/api/v1/messages/${id}/reactions`, {
      method,
      headers: { authorization: `Basic ${btoa(`${bob.email}:${bob.apiKey}`)}` },
      body: new URLSearchParams({ emoji_name: 'tada', [name]: 'x'.repeat(500_000) }),
    })
    const msg = `${name} is too long (limit: 100 characters)`
    expect(await response.json()).toEqual({ result: 'error', msg, code: 'BAD_REQUEST' })
  })

  describe('removed', () => {
    test.each<[string, object]>([
      ['name', { emoji_name: 'tada' }],
      ['code, which is taken for Unicode', { emoji_code: '1f389' }],
      ['all', TADA],
    ])('by %s', async (_, wanted) => {
      await add(bob, TADA)
      await remove(bob, wanted)
      expect(await shown()).toEqual([])
    })

    test('the extra one, by its name or with its kind', async () => {
      await add(bob, EXTRA)
      await refused(remove(bob, { emoji_code: 'service' }), 'Invalid emoji code.')
      await remove(bob, { emoji_code: 'service', reaction_type: 'service_extra_emoji' })
      await add(bob, EXTRA)
      await remove(bob, { emoji_name: 'service' })
      expect(await shown()).toEqual([])
    })

    test('but not one with the same name and another kind', async () => {
      await add(bob, TADA)
      const gone = { code: 'REACTION_DOES_NOT_EXIST' } as const
      await refused(remove(bob, { emoji_name: 'tada', reaction_type: 'realm_emoji' }), "Reaction doesn't exist.", gone)
      expect(await shown()).toEqual([{ ...TADA, user_id: bob.id }])
    })

    test('only one’s own', async () => {
      await add(bob, TADA)
      await refused(remove(cho, TADA), "Reaction doesn't exist.", { code: 'REACTION_DOES_NOT_EXIST' })
      expect(await shown()).toHaveLength(1)
    })

    test('only existing ones', async () => {
      await refused(remove(bob, TADA), "Reaction doesn't exist.", { code: 'REACTION_DOES_NOT_EXIST' })
      await refused(remove(bob, { emoji_code: 'abcdef' }), 'Invalid emoji code.')
      await refused(remove(bob, { emoji_name: 'no_such_thing' }), "Emoji 'no_such_thing' does not exist")
      const custom = { reaction_type: 'realm_emoji' }
      await refused(remove(bob, { ...custom, emoji_code: '999999' }), 'Invalid custom emoji.')
      await refused(remove(bob, { ...custom, emoji_code: 'tada' }), 'Invalid custom emoji.')
      await refused(remove(bob, { ...EXTRA, emoji_code: 'other' }), 'Invalid emoji code.')
      await refused(remove(bob, EXTRA), "Reaction doesn't exist.", { code: 'REACTION_DOES_NOT_EXIST' })
      await refused(remove(bob, {}), 'At least one of the following arguments must be present: emoji_name, emoji_code')
    })
  })

  test('need a message that the person may see', async () => {
    const secret = await send(ann, 'secret')
    await refused(add(cho, { ...TADA, message_id: secret }), 'Invalid message(s)')
    await refused(remove(cho, TADA, secret), 'Invalid message(s)')
    await refused(add(gus, TADA), 'Invalid message(s)')
    await refused(add(bob, { ...TADA, message_id: 999_999 }), 'Invalid message(s)')
    await add(bob, { ...TADA, message_id: secret })
    await add(cho, TADA)
  })

  describe('are delivered', () => {
    const watch = ({ client }: Person) => watchEvents(client, { event_types: ['reaction'] })

    test('to the subscribers and the sender, no matter who reacts', async () => {
      const message_id = await send(cho, 'lunch')
      const [anns, chos, guss] = [await watch(ann), await watch(cho), await watch(gus)]
      await add(bob, { ...TADA, message_id })
      await remove(bob, TADA, message_id)
      const told = [
        { type: 'reaction', op: 'add', message_id, user_id: bob.id, ...TADA },
        { type: 'reaction', op: 'remove', message_id, user_id: bob.id, ...TADA },
      ]
      expect(await anns()).toMatchObject(told)
      expect(await chos()).toMatchObject(told)
      expect(await guss()).toEqual([])
    })

    test('not to a sender who has left a private channel', async () => {
      const message_id = await send(bob, 'secret')
      await server.ctx.transact(server.realm.id, (tx) =>
        unsubscribeUsers(tx, server.realm.channelByName('secret')!, [server.realm.users.get(bob.id)!]),
      )
      const [anns, bobs] = [await watch(ann), await watch(bob)]
      await add(ann, { ...TADA, message_id })
      expect(await anns()).toHaveLength(1)
      expect(await bobs()).toEqual([])
    })

    describe('in a channel with protected history', () => {
      const channel = () => server.realm.channelByName('secret')!
      const join = (...people: Person[]) => {
        const principals = people.map((person) => person.id)
        return ann.client.call(endpoints.subscribe, { subscriptions: [{ name: 'secret' }], principals })
      }
      const leave = (person: Person) =>
        server.ctx.transact(server.realm.id, (tx) =>
          unsubscribeUsers(tx, channel(), [server.realm.users.get(person.id)!]),
        )
      const told = async (message_id: number, ...people: Person[]) => {
        const polls = await Promise.all(people.map(watch))
        await add(ann, { ...TADA, message_id })
        await remove(ann, TADA, message_id)
        const events = await Promise.all(polls.map((poll) => poll()))
        return events.map((list) => list.map((event) => 'op' in event && event.op))
      }
      const BOTH = ['add', 'remove']

      beforeEach(async () => {
        await join(bob)
      })
      afterEach(async () => {
        await leave(cho)
      })

      test('not to people who joined after the message', async () => {
        const message_id = await send(ann, 'secret')
        await join(cho)
        expect(await told(message_id, ann, bob, cho)).toEqual([BOTH, BOTH, []])
        expect(await told(await send(bob, 'secret'), ann, bob, cho)).toEqual([BOTH, BOTH, BOTH])
      })

      test('to people who have left and come back, for messages they received', async () => {
        await join(cho)
        const received = await send(cho, 'secret')
        await leave(cho)
        const missed = await send(ann, 'secret')
        expect(await told(received, cho)).toEqual([[]])
        await join(cho)
        expect(await told(received, ann, bob, cho)).toEqual([BOTH, BOTH, BOTH])
        expect(await told(missed, ann, bob, cho)).toEqual([BOTH, BOTH, []])
      })

      test('to the few who received it, when most people joined later', async () => {
        await leave(bob)
        const message_id = await send(ann, 'secret')
        await join(bob, cho)
        expect(await told(message_id, ann, bob, cho)).toEqual([BOTH, [], []])
      })

      test('to people who joined later and have their own copy', async () => {
        await leave(bob)
        const message_id = await send(ann, 'secret')
        await join(bob)
        const flags = { user_id: bob.id, message_id, flags: USER_BIT.historical | USER_BIT.starred }
        await server.database.db.insertInto('user_flag').values(flags).execute()
        expect(await told(message_id, bob)).toEqual([BOTH])
      })
    })

    test('with shared history also to people who joined after the message', async () => {
      const subscribe = (more: object) =>
        ann.client.call(endpoints.subscribe, { subscriptions: [{ name: 'shared' }], ...more })
      await subscribe({ invite_only: true, history_public_to_subscribers: true })
      const message_id = await send(ann, 'shared')
      await subscribe({ principals: [cho.id] })
      const chos = await watch(cho)
      await add(ann, { ...TADA, message_id })
      expect(await chos()).toMatchObject([{ op: 'add', message_id }])
    })

    test('to the people of a conversation, but not if nothing changed', async () => {
      const args = { type: 'direct', to: `[${bob.id}]`, content: 'Psst' } as const
      const { id: message_id } = await ann.client.call(endpoints.sendMessage, args)
      const [anns, chos] = [await watch(ann), await watch(cho)]
      await add(bob, { ...TADA, message_id })
      await expect(add(bob, { ...TADA, message_id })).rejects.toThrow()
      expect(await anns()).toHaveLength(1)
      expect(await chos()).toEqual([])
    })
  })
})
