import { beforeAll, describe, expect, test } from 'vitest'
import { endpoints } from '../../../api/endpoints/index.ts'
import type { SubscriptionProperty } from '../../../api/objects/subscription-property.ts'
import type { Client } from '../../../client/client.ts'
import { crowd } from '../../../test/crowd.ts'
import { explains } from '../../../test/events-explain-state.ts'
import { type Person, startTestServer } from '../../../test/harness.ts'
import { changeChannel } from '../../../test/people.ts'
import { postForm } from '../../../test/post-form.ts'
import { refused } from '../../../test/refusals.ts'
import { useServer } from '../../../test/use-server.ts'
import { deactivateUser } from '../../accounts/deactivation/deactivate-user.ts'

const { getEvents, getSubscriptionStatus, getSubscriptions, getUserChannels, registerQueue } = endpoints
const { sendMessage, subscribe, unsubscribe, updateSubscriptionProperty, updateSubscriptionSettings } = endpoints

describe('subscriptions', () => {
  const { server, ann, bob, ada, gus } = useServer({
    members: ['ann', 'bob'],
    administrators: ['ada'],
    guests: ['gus'],
    channel: 'lunch',
  })
  let everyone: Record<string, Client>

  beforeAll(async () => {
    everyone = { Ann: ann.client, Bob: bob.client }
    const secret = { subscriptions: [{ name: 'vault' }], invite_only: true, principals: [ann.id, gus.id] }
    await ann.client.call(subscribe, secret)
  })

  const list = async ({ client }: Person, include_subscribers?: 'true' | 'false' | 'partial') =>
    (await client.call(getSubscriptions, { include_subscribers })).subscriptions
  const set = (person: Person, name: string, property: SubscriptionProperty, value: boolean | string) =>
    person.client.call(updateSubscriptionProperty, { stream_id: server.channelId(name), property, value })
  const own = async (person: Person, name: string) => (await list(person)).find((one) => one.name === name)

  describe('are listed', () => {
    test('as register lists them, without archived channels and those that were left', async () => {
      await ann.client.call(subscribe, { subscriptions: [{ name: 'attic' }, { name: 'gone' }] })
      await changeChannel(server, server.channelId('attic'), { is_archived: true })
      await ann.client.call(unsubscribe, { subscriptions: ['gone'] })
      const capabilities = { client_capabilities: { notification_settings_null: true } }
      const { subscriptions } = await ann.client.call(registerQueue, capabilities)
      const listed = await list(ann)
      expect(listed).toEqual(subscriptions)
      expect(listed.map(({ name }) => name)).toEqual(['general', 'lunch', 'vault'])
      expect(listed[1]).toMatchObject({ desktop_notifications: null, is_muted: false, in_home_view: true })
      expect(listed[1]).not.toHaveProperty('subscribers')
    })

    test('with all subscribers, with none, or with some of large channels', async () => {
      const lunch = [ann.id, bob.id]
      expect(await list(ann, 'true')).toMatchObject([{}, { name: 'lunch', subscribers: lunch }, {}])
      expect(await list(ann, 'partial')).toMatchObject([{}, { name: 'lunch', subscribers: lunch }, {}])
      const ids = await crowd(server, 250)
      await ada.client.call(subscribe, { subscriptions: [{ name: 'stadium' }], principals: [ada.id, ...ids] })
      const [, partial] = await list(ada, 'partial')
      expect(partial).toMatchObject({ name: 'stadium', partial_subscribers: [ada.id, ...ids] })
      expect(partial).not.toHaveProperty('subscribers')
      expect((await list(ada, 'true'))[1]!.subscribers).toHaveLength(251)
    })
  })

  describe('settings', () => {
    test.each([
      ['color', '#12abEF'],
      ['pin_to_top', true],
      ['desktop_notifications', true],
      ['audible_notifications', false],
      ['push_notifications', true],
      ['email_notifications', false],
      ['wildcard_mentions_notify', false],
    ] as const)('%s can be %s; the event tells only the person', async (property, value) => {
      const told = await explains(everyone, () => set(ann, 'lunch', property, value))
      expect(told).toMatchObject({
        Ann: [{ type: 'subscription', op: 'update', stream_id: server.channelId('lunch'), property, value }],
        Bob: [],
      })
      expect(await own(ann, 'lunch')).toMatchObject({ [property]: value })
      expect(await own(bob, 'lunch')).not.toMatchObject({ [property]: value })
      // The same once more changes nothing.
      expect((await explains(everyone, () => set(ann, 'lunch', property, value)))['Ann']).toEqual([])
    })

    test('muting has two events, and takes unread messages out of the count', async () => {
      await ann.client.call(sendMessage, { type: 'channel', to: 'lunch', topic: 'soup', content: 'Hi' })
      const stream_id = server.channelId('lunch')
      const muted = await explains(everyone, () => set(bob, 'lunch', 'is_muted', true))
      expect(muted['Bob']).toMatchObject([
        { op: 'update', stream_id, property: 'in_home_view', value: false },
        { op: 'update', stream_id, property: 'is_muted', value: true },
      ])
      expect((await bob.client.call(registerQueue, {})).unread_msgs!.count).toBe(0)
      const unmuted = await explains(everyone, () => set(bob, 'lunch', 'in_home_view', true))
      expect(unmuted['Bob']).toMatchObject([
        { property: 'in_home_view', value: true },
        { property: 'is_muted', value: false },
      ])
      expect((await bob.client.call(registerQueue, {})).unread_msgs!.count).toBe(1)
    })

    test('of several channels change together or not at all', async () => {
      const change = (...data: { stream_id: number; property: SubscriptionProperty; value: boolean | string }[]) =>
        bob.client.call(updateSubscriptionSettings, { subscription_data: data })
      const lunch = { stream_id: server.channelId('lunch'), property: 'pin_to_top', value: true } as const
      const general = { stream_id: server.channelId('general'), property: 'color', value: '#000000' } as const
      const told = await explains(everyone, () => change(lunch, general))
      expect(told['Bob']).toMatchObject([lunch, general])
      const back = { ...lunch, value: false }
      await refused(change(back, { ...general, value: 'red' }), 'subscription_data[1]["value"] has invalid format')
      await refused(change(back, { ...general, value: true }), 'subscription_data[1]["value"] is not a string')
      await refused(change({ ...back, value: 'false' }), 'subscription_data[0]["value"] is not a boolean')
      await refused(change(back, { ...general, stream_id: 999_999 }), 'Invalid channel ID')
      expect(await own(bob, 'lunch')).toMatchObject({ pin_to_top: true })
    })

    test('are for channels that the person is subscribed to and may know of', async () => {
      await ann.client.call(subscribe, { subscriptions: [{ name: 'tea' }] })
      await refused(set(bob, 'tea', 'pin_to_top', true), `Not subscribed to channel ID ${server.channelId('tea')}`)
      await refused(set(bob, 'vault', 'pin_to_top', true), 'Invalid channel ID')
      await refused(set(ada, 'vault', 'pin_to_top', true), `Not subscribed to channel ID ${server.channelId('vault')}`)
      await set(gus, 'vault', 'pin_to_top', true)
    })

    test.each([
      [{ property: 'shape', value: 'true' }, 'Unknown subscription property: shape'],
      [{ property: 'x'.repeat(200), value: 'true' }, `Unknown subscription property: ${'x'.repeat(100)}`],
      [{ property: 'pin_to_top', value: 'maybe' }, 'value is not a boolean'],
      [{ property: 'pin_to_top', value: '1' }, 'value is not a boolean'],
      [{ property: 'color', value: 'true' }, 'value is not a string'],
      [{ property: 'color', value: '#12345' }, 'value has invalid format'],
      [{ property: 'color' }, "Missing 'value' argument"],
    ])('%j are refused', async (form: Record<string, string>, msg) => {
      const path = `/users/me/subscriptions/${server.channelId('lunch')}`
      expect(await postForm(server, bob, path, { method: 'PATCH', ...form })).toMatchObject({ msg })
    })

    test('colors may come as bare text', async () => {
      const path = `/users/me/subscriptions/${server.channelId('lunch')}`
      const form = { method: 'PATCH', property: 'color', value: '#0000ff' }
      expect(await postForm(server, bob, path, form)).toMatchObject({ result: 'success' })
      expect(await own(bob, 'lunch')).toMatchObject({ color: '#0000ff' })
    })

    test('stay when the person leaves and comes back, with and without null, live and from the log', async () => {
      await ann.client.call(subscribe, { subscriptions: [{ name: 'jazz' }] })
      await set(ann, 'jazz', 'email_notifications', true)
      await set(ann, 'jazz', 'is_muted', true)
      const queues = await Promise.all(
        [true, false].map((notification_settings_null) =>
          ann.client.call(registerQueue, {
            event_types: ['subscription'],
            fetch_event_types: [],
            client_capabilities: { notification_settings_null },
          }),
        ),
      )
      await ann.client.call(unsubscribe, { subscriptions: ['jazz'] })
      await ann.client.call(subscribe, { subscriptions: [{ name: 'jazz' }] })
      const other = await startTestServer({ beside: server })
      const readers = [ann.client, await other.clientOf(ann.id)]
      for (const client of readers)
        for (const [index, { queue_id, last_event_id }] of queues.entries()) {
          const args = { queue_id: queue_id!, last_event_id, dont_block: true }
          const added = (await client.call(getEvents, args)).events.find((event) => 'op' in event && event.op === 'add')
          const inherited = index === 0 ? null : false
          const settings = { email_notifications: true, desktop_notifications: inherited, is_muted: true }
          expect(added).toMatchObject({ subscriptions: [settings] })
        }
      // A node that starts later knows what is muted.
      expect(other.realm.records.mutedChannels.get(ann.id)).toEqual(server.realm.records.mutedChannels.get(ann.id))
      await other.close()
    })
  })

  describe('of others', () => {
    const status = ({ client }: Person, user_id: number, name: string) =>
      client.call(getSubscriptionStatus, { user_id, stream_id: server.channelId(name) })

    test('reach those who may know of the channel', async () => {
      expect(await status(bob, ann.id, 'lunch')).toEqual({ is_subscribed: true })
      expect(await status(bob, gus.id, 'lunch')).toEqual({ is_subscribed: false })
      expect(await status(ada, gus.id, 'vault')).toEqual({ is_subscribed: true })
      await refused(status(bob, gus.id, 'vault'), 'Invalid channel ID')
      await refused(status(gus, ann.id, 'lunch'), 'Invalid channel ID')
      await refused(status(bob, 999_999, 'lunch'), 'No such user')
    })

    test('are listed as far as the caller may know of the channels', async () => {
      const channels = async ({ client }: Person, user_id: number) =>
        (await client.call(getUserChannels, { user_id })).subscribed_channel_ids
      expect(await channels(ann, gus.id)).toContain(server.channelId('vault'))
      expect(await channels(ada, gus.id)).toContain(server.channelId('vault'))
      expect(await channels(bob, gus.id)).not.toContain(server.channelId('vault'))
      expect(await channels(gus, ann.id)).toEqual([server.channelId('general'), server.channelId('vault')])
      await refused(channels(bob, 999_999), 'No such user')
    })

    test('get no events about deactivated users', async () => {
      const dan = await server.person('Dan', 'lunch')
      await server.ctx.transact(server.realm.id, (tx) => deactivateUser(tx, server.realm.users.get(dan.id)!))
      await refused(status(bob, dan.id, 'lunch'), 'User is deactivated')
      await refused(bob.client.call(getUserChannels, { user_id: dan.id }), 'User is deactivated')
    })
  })
})
