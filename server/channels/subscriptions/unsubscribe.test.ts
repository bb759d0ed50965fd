import { beforeAll, describe, expect, test } from 'vitest'
import { endpoints } from '../../../api/endpoints/index.ts'
import type { Client } from '../../../client/client.ts'
import { crowd } from '../../../test/crowd.ts'
import { explains } from '../../../test/events-explain-state.ts'
import type { Person } from '../../../test/harness.ts'
import { bot, changeChannel } from '../../../test/people.ts'
import { refused } from '../../../test/refusals.ts'
import { useServer } from '../../../test/use-server.ts'
import { deactivateUser } from '../../accounts/deactivation/deactivate-user.ts'

const { getEvents, getMessage, registerQueue, sendMessage, subscribe, unsubscribe, updateSubscriptions } = endpoints

describe('unsubscribing', () => {
  const { server, ann, bob, cho, ada, gus } = useServer({
    members: ['ann', 'bob', 'cho'],
    administrators: ['ada'],
    guests: ['gus'],
  })
  let everyone: Record<string, Client>

  beforeAll(() => {
    everyone = { Ann: ann.client, Bob: bob.client, Cho: cho.client, Ada: ada.client, Gus: gus.client }
  })

  const join = (name: string, people: readonly Person[], more: object = {}) =>
    people[0]!.client.call(subscribe, {
      subscriptions: [{ name }],
      principals: people.map(({ id }) => id),
      ...more,
    })
  const leave = ({ client }: Pick<Person, 'client'>, names: string[], principals?: number[] | string[]) =>
    client.call(unsubscribe, { subscriptions: names, principals })
  const channel = (name: string) => server.realm.channelByName(name)!
  const has = (name: string, { id }: Person) => server.realm.memberships.isSubscribed(id, channel(name).id)
  const NOT_PERMITTED = 'Insufficient permission'

  test('oneself: what was unread is read, and the others get an event', async () => {
    await join('lunch', [ann, bob, gus])
    const message = { type: 'channel', to: 'lunch', topic: 'soup', content: 'Hi' } as const
    const { id } = await ann.client.call(sendMessage, message)
    const told = await explains(everyone, async () => {
      expect(await leave(bob, [' LUNCH '])).toEqual({ removed: ['lunch'], not_removed: [] })
    })
    const { id: stream_id } = channel('lunch')
    expect(told['Bob']).toMatchObject([
      { type: 'update_message_flags', op: 'add', flag: 'read', messages: [id] },
      { type: 'subscription', op: 'remove', subscriptions: [{ stream_id, name: 'lunch' }] },
    ])
    expect(told['Ann']).toMatchObject([
      { type: 'subscription', op: 'peer_remove', stream_ids: [stream_id], user_ids: [bob.id] },
    ])
    expect(await leave(bob, ['lunch'])).toEqual({ removed: [], not_removed: ['lunch'] })
    await ann.client.call(sendMessage, message)
    expect((await bob.client.call(getMessage, { message_id: id })).message.flags).toEqual(['read'])
  })

  test('from a channel that one may not know of afterwards takes it out of sight', async () => {
    await join('vault', [ann, bob, gus, ada], { invite_only: true })
    const { id } = channel('vault')
    const told = await explains(everyone, () => leave(bob, ['vault']))
    expect(told['Bob']).toMatchObject([
      { type: 'subscription', op: 'remove' },
      { type: 'stream', op: 'delete', stream_ids: [id] },
    ])
    expect(told['Cho']).toEqual([])
    // An administrator knows of every channel.
    const gone = await explains(everyone, () => leave(ada, ['vault']))
    expect(gone['Ada']).toMatchObject([{ type: 'subscription', op: 'remove' }])
    // Bob does not know of it any more: the answer is the same as for a channel that never was.
    await refused(leave(bob, ['vault']), 'Channel(s) (vault) do not exist')
    await refused(leave(bob, ['cellar', 'lunch', 'attic']), 'Channel(s) (cellar, attic) do not exist')
    // Guests know only the channels they are subscribed to.
    const guestTold = await explains(everyone, () => leave(gus, ['lunch', 'vault']))
    expect(guestTold['Gus']!.filter(({ type }) => type === 'stream')).toHaveLength(2)
  })

  test('from an archived channel is refused like one that does not exist', async () => {
    await join('old', [ann])
    await changeChannel(server, channel('old').id, { is_archived: true })
    await refused(leave(ann, ['old']), 'Channel(s) (old) do not exist')
  })

  test('several people at once, by id and by email, with a name for each', async () => {
    await join('tea', [ann, bob, cho])
    const told = await explains(everyone, async () => {
      expect(await leave(ada, ['tea'], [bob.id, cho.id, gus.id])).toEqual({
        removed: ['tea', 'tea'],
        not_removed: ['tea'],
      })
    })
    expect(told['Ann']).toMatchObject([{ op: 'peer_remove', user_ids: [bob.id, cho.id] }])
    expect(await leave(ada, ['tea'], [ann.apiEmail])).toMatchObject({ removed: ['tea'] })
    await refused(leave(ada, ['tea'], [999_999]), 'No such user')
    await refused(leave(ada, ['tea'], ['nobody@example.org']), 'No such user')
    const dan = await server.person('Dan', 'tea')
    await server.ctx.transact(server.realm.id, (tx) => deactivateUser(tx, server.realm.users.get(dan.id)!))
    await refused(leave(ada, ['tea'], [dan.id]), 'User is deactivated')
  })

  test('others needs a permission: an administrator, who administers the channel, or who may remove subscribers', async () => {
    const nobody = server.realm.groups.system('role:nobody').id
    const closed = { can_administer_channel_group: nobody, can_remove_subscribers_group: nobody }
    await server.owner.call(subscribe, {
      subscriptions: [{ name: 'cake' }],
      principals: [ann.id, bob.id, cho.id],
      ...closed,
    })
    await refused(leave(ann, ['cake'], [bob.id]), NOT_PERMITTED)
    expect(has('cake', bob)).toBe(true)
    // Himself he may.
    expect(await leave(bob, ['cake'], [bob.id])).toMatchObject({ removed: ['cake'] })
    expect(await leave(ada, ['cake'], [cho.id])).toMatchObject({ removed: ['cake'] })

    const only = (who: Person) => ({ direct_members: [who.id], direct_subgroups: [] })
    const by = async (name: string, settings: object) => {
      await server.owner.call(subscribe, {
        subscriptions: [{ name }],
        principals: [bob.id, cho.id],
        ...closed,
        ...settings,
      })
      await refused(leave(bob, [name], [cho.id]), NOT_PERMITTED)
      expect(await leave(ann, [name], [cho.id])).toMatchObject({ removed: [name] })
    }
    await by('pie', { can_administer_channel_group: only(ann) })
    await by('jam', { can_remove_subscribers_group: only(ann) })
  })

  test('others from a private channel that one does not know of is refused like an absent one', async () => {
    const everybody = server.realm.groups.system('role:everyone').id
    await join('den', [bob, gus], { invite_only: true, can_remove_subscribers_group: everybody })
    await refused(leave(ann, ['den'], [gus.id]), 'Channel(s) (den) do not exist')
    expect(await leave(bob, ['den'], [gus.id])).toMatchObject({ removed: ['den'] })
  })

  test('own bots is for their owner only', async () => {
    const robot = await bot(server, 'Robot', ann)
    await server.owner.call(subscribe, { subscriptions: [{ name: 'lab' }], principals: [robot.id, cho.id] })
    await refused(leave(bob, ['lab'], [robot.id]), NOT_PERMITTED)
    await refused(leave(ann, ['lab'], [robot.id, cho.id]), NOT_PERMITTED)
    expect(await leave(ann, ['lab'], [robot.id])).toEqual({ removed: ['lab'], not_removed: [] })
  })

  test('a crowd runs in several transactions and tells others in few events', async () => {
    const ids = await crowd(server, 1_000)
    await ada.client.call(subscribe, { subscriptions: [{ name: 'stadium' }], principals: [ada.id, ...ids] })
    const queue = await ada.client.call(registerQueue, { event_types: ['subscription'], fetch_event_types: [] })
    const { removed } = await leave(ada, ['stadium'], ids)
    expect(removed).toHaveLength(1_000)
    const args = { queue_id: queue.queue_id!, last_event_id: queue.last_event_id, dont_block: true }
    const { events } = await ada.client.call(getEvents, args)
    expect(events).toHaveLength(5)
    expect(events.flatMap((event) => ('user_ids' in event ? event.user_ids : []))).toEqual(ids)
    expect([...server.realm.memberships.subscribers(channel('stadium').id)]).toEqual([ada.id])
  })

  describe('and subscribing in one request', () => {
    const update = ({ client }: Person, args: Parameters<typeof client.call<typeof updateSubscriptions>>[1]) =>
      client.call(updateSubscriptions, args)

    test('does both, with the wished colors', async () => {
      await join('red', [cho])
      const told = await explains(everyone, async () => {
        const add = [{ name: 'green', color: '#00ff00', description: 'Grass' }, { name: 'red' }]
        expect(await update(cho, { add, delete: ['red'] })).toEqual({
          subscribed: { [cho.id]: ['green'] },
          already_subscribed: { [cho.id]: ['red'] },
          removed: ['red'],
          not_removed: [],
          new_subscription_messages_sent: true,
        })
      })
      expect(told['Cho']!.at(-2)).toMatchObject({ op: 'update', property: 'color', value: '#00ff00' })
      expect(channel('green').description).toBe('Grass')
      expect(await update(cho, { delete: ['red'] })).toEqual({
        subscribed: {},
        already_subscribed: {},
        removed: [],
        not_removed: ['red'],
      })
    })

    test('is refused before anything happens', async () => {
      await refused(update(cho, {}), 'Nothing to do. Specify at least one of "add" or "delete".')
      await refused(update(cho, { add: [{ name: 'blue' }], delete: ['nowhere'] }), 'Channel(s) (nowhere) do not exist')
      const red = { name: 'blue', color: 'blue' }
      await refused(update(cho, { add: [red] }), 'add[0]["color"] has invalid format')
      await refused(update(gus, { add: [{ name: 'blue' }] }), 'Not allowed for guest users')
      expect(server.realm.channelByName('blue')).toBeUndefined()
    })
  })
})
