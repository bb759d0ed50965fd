import { describe, expect, test } from 'vitest'
import { registerQueue } from '../api/endpoints/events.ts'
import { endpoints } from '../api/endpoints/index.ts'
import type { ClientCapabilities } from '../api/objects/client-capabilities.ts'
import { changeChannel, group } from './people.ts'
import { eventsOf } from './queues/queue-requests.ts'
import { seesCapability } from './record-coverage.ts'
import { useServer } from './use-server.ts'

/** Compares a client that has a capability with one that does not. */
describe('a client with the capability for', () => {
  const { server, ann, bob } = useServer({ members: ['ann', 'bob'], channel: 'lunch' })

  const register = (capability: keyof ClientCapabilities, has: boolean) =>
    bob.client.call(registerQueue, { client_capabilities: { notification_settings_null: true, [capability]: has } })
  const both = async (capability: keyof ClientCapabilities) => ({
    without: await register(capability, false),
    having: await register(capability, true),
  })
  const told = (queue: Awaited<ReturnType<typeof register>>) => eventsOf(bob.client, queue)

  test('null in notification settings gets it, in state and events', async () => {
    const { without, having } = await both('notification_settings_null')
    expect(without.subscriptions).toMatchObject([
      { name: 'general', wildcard_mentions_notify: true },
      { name: 'lunch' },
    ])
    expect(having.subscriptions).toMatchObject([{ name: 'general', wildcard_mentions_notify: null }, { name: 'lunch' }])
    seesCapability('notification_settings_null', 'state')
    await bob.client.call(endpoints.subscribe, { subscriptions: [{ name: 'tea' }] })
    const added = (events: readonly object[]) =>
      events.find((event) => 'op' in event && event.op === 'add' && 'subscriptions' in event)
    // The second time the events are read from the log.
    for (let round = 0; round < 2; round += 1) {
      expect(added(await told(without))).toMatchObject({
        subscriptions: [{ wildcard_mentions_notify: true }],
      })
      expect(added(await told(having))).toMatchObject({
        subscriptions: [{ wildcard_mentions_notify: null }],
      })
    }
    seesCapability('notification_settings_null', 'events')
  })

  test('empty topics gets them, in state and events', async () => {
    const before = await both('empty_topic_name')
    const hello = { type: 'channel', to: 'lunch', topic: '', content: 'Hello' } as const
    await ann.client.call(endpoints.sendMessage, hello)
    const topics = (state: typeof before.having) => state.unread_msgs!.streams.map(({ topic }) => topic)
    const { without, having } = await both('empty_topic_name')
    expect([topics(without), topics(having)]).toEqual([['general chat'], ['']])
    seesCapability('empty_topic_name', 'state')
    expect(await told(before.without)).toMatchObject([{ message: { subject: 'general chat' } }])
    expect(await told(before.having)).toMatchObject([{ message: { subject: '' } }])
    seesCapability('empty_topic_name', 'events')
  })

  test('archived channels gets them in its state', async () => {
    await ann.client.call(endpoints.subscribe, { subscriptions: [{ name: 'attic' }], principals: [ann.id, bob.id] })
    await changeChannel(server, server.channelId('attic'), { is_archived: true })
    const { without, having } = await both('archived_channels')
    const names = ({ streams, subscriptions }: typeof having) =>
      [streams, subscriptions].map((channels) => channels!.map(({ name }) => name).filter((name) => name === 'attic'))
    expect(names(without)).toEqual([[], []])
    expect(names(having)).toEqual([['attic'], ['attic']])
    seesCapability('archived_channels', 'state')
  })

  test('deactivated groups gets them in its state', async () => {
    await group(server, { name: 'cooks', members: [ann], deactivated: true })
    const { without, having } = await both('include_deactivated_groups')
    const names = ({ realm_user_groups }: typeof having) => realm_user_groups!.map(({ name }) => name)
    expect(names(without)).not.toContain('cooks')
    expect(names(having)).toContain('cooks')
    seesCapability('include_deactivated_groups', 'state')
  })

  test('URI templates gets linkifiers as they are, in state and events; others get the old form', async () => {
    const before = await both('linkifier_url_template')
    const fields = { pattern: '#(?P<id>[0-9]+)', url_template: 'https://trac.example.com/{id}' }
    const { id } = await server.owner.call(endpoints.addLinkifier, fields)
    const filter = [fields.pattern, 'https://trac.example.com/%(id)s', id]
    const { without, having } = await both('linkifier_url_template')
    expect([without.realm_linkifiers, without.realm_filters]).toEqual([[], [filter]])
    expect([having.realm_linkifiers, having.realm_filters]).toMatchObject([[{ id, ...fields }], []])
    seesCapability('linkifier_url_template', 'state')
    expect(await told(before.without)).toMatchObject([{ type: 'realm_filters', realm_filters: [filter] }])
    expect(await told(before.having)).toMatchObject([{ type: 'realm_linkifiers', realm_linkifiers: [{ id }] }])
    seesCapability('linkifier_url_template', 'events')
  })

  test('settings as one object gets nothing else: everybody gets them so', async () => {
    const { without, having } = await both('user_settings_object')
    expect(having.user_settings).toEqual(without.user_settings)
    expect(Object.keys(having).sort()).toEqual(Object.keys(without).sort())
    seesCapability('user_settings_object', 'state')
  })
})
