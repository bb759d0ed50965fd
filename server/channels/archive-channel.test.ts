import { beforeEach, describe, expect, test } from 'vitest'
import { endpoints } from '../../api/endpoints/index.ts'
import type { Client } from '../../client/client.ts'
import { messagesIn } from '../../test/channel-messages.ts'
import { explains } from '../../test/events-explain-state.ts'
import type { Person } from '../../test/harness.ts'
import { changeRealm } from '../../test/people.ts'
import { seesCapability } from '../../test/record-coverage.ts'
import { refused } from '../../test/refusals.ts'
import { useServer } from '../../test/use-server.ts'

const TOPICS = { user_topics: 'no event removes or restores the policies of topics with their channel' }

describe('an archived channel', () => {
  const { server, ada, ann, bob, cam, gus } = useServer({
    administrators: ['ada'],
    members: ['ann', 'bob', 'cam'],
    guests: ['gus'],
  })
  let count = 0
  let id: number
  let name: string

  beforeEach(async () => {
    count += 1
    name = `channel ${count}`
    id = (await ann.client.call(endpoints.createChannel, { name, subscribers: [ann.id, bob.id] })).id
  })

  const archive = (by = ann) => by.client.call(endpoints.archiveStream, { stream_id: id })
  const restore = (more = {}, by = ann) =>
    by.client.call(endpoints.updateStream, { stream_id: id, is_archived: false, ...more })
  const channel = () => server.realm.channels.get(id)!
  const watchers = () => ({ ada: ada.client, ann: ann.client, cam: cam.client, gus: gus.client })
  const say = (by = ann) =>
    by.client.call(endpoints.sendMessage, { type: 'channel', to: `${id}`, topic: 'x', content: '@**Bob** Hello' })

  test('reaches those who know it, in the form that their client knows', async () => {
    await say()
    const told = await explains({ ...watchers(), bob: bob.client }, () => archive(), TOPICS)
    expect(told['cam']).toMatchObject([{ op: 'update', property: 'is_archived', value: true }])
    expect(told['gus']).toEqual([])
    const back = await explains(watchers(), () => restore(), TOPICS)
    expect(back['cam']).toMatchObject([{ op: 'update', property: 'is_archived', value: false }])
  })

  test('leaves and comes back for clients that do not know archived channels, live and replayed', async () => {
    const register = (client: Client, archived_channels: boolean) =>
      client.call(endpoints.registerQueue, {
        event_types: ['stream', 'subscription'],
        client_capabilities: { notification_settings_null: false, archived_channels },
      })
    const [old, known] = [await register(bob.client, false), await register(bob.client, true)]
    await archive()
    await ann.client.call(endpoints.updateStream, { stream_id: id, description: 'Seen by few' })
    await restore()
    const events = async (queue_id: string) => {
      const args = { queue_id, last_event_id: -1, dont_block: true }
      const { events: all } = await bob.client.call(endpoints.getEvents, args)
      return all.map((event) => `${event.type} ${'op' in event ? event.op : ''}`)
    }
    const expected = ['stream delete', 'stream create', 'subscription add']
    for (let round = 0; round < 2; round += 1) {
      expect(await events(old.queue_id!)).toEqual(expected)
      expect(await events(known.queue_id!)).toEqual(['stream update', 'stream update', 'stream update'])
    }
    seesCapability('archived_channels', 'events')
  })

  test('is in the state of clients that know archived channels', async () => {
    await archive()
    const listed = async (archived_channels: boolean) => {
      const client_capabilities = { notification_settings_null: true, archived_channels }
      const args = { fetch_event_types: ['stream', 'subscription'], client_capabilities }
      const { streams, subscriptions } = await bob.client.call(endpoints.registerQueue, args)
      return [...streams!, ...subscriptions!].filter(({ stream_id }) => stream_id === id).map((one) => one.is_archived)
    }
    expect(await listed(true)).toEqual([true, true])
    expect(await listed(false)).toEqual([])
    seesCapability('archived_channels', 'state')
  })

  test('can be read but not written to', async () => {
    const { id: message_id } = await say()
    await archive()
    await bob.client.call(endpoints.getMessage, { message_id })
    await refused(say(), `Not authorized to send to channel '${name}'`)
    await bob.client.call(endpoints.getStreamById, { stream_id: id })
    await restore()
    await say()
  })

  test('is archived by those who administer it, once', async () => {
    await refused(archive(bob), 'You do not have permission to administer this channel.')
    await refused(archive(gus), 'Invalid channel ID')
    await archive(ada)
    await refused(archive(), 'Channel is already deactivated')
    await refused(
      ann.client.call(endpoints.updateStream, { stream_id: id, is_archived: true }),
      'Channel is already deactivated',
    )
    await refused(restore({}, bob), 'You do not have permission to administer this channel.')
    await restore()
    await refused(restore(), 'Channel is not currently deactivated')
    await ann.client.call(endpoints.updateStream, { stream_id: id, is_archived: true })
    expect(channel().isArchived).toBe(true)
  })

  test('frees its name and needs a free one to come back', async () => {
    await archive()
    await bob.client.call(endpoints.createChannel, { name: name.toUpperCase(), subscribers: [] })
    await refused(restore(), `Channel named ${name} already exists`)
    await restore({ new_name: `${name} again` })
    expect(channel()).toMatchObject({ name: `${name} again`, isArchived: false })
  })

  test('that is private comes back only with subscribers', async () => {
    const subscribers = [ann.id]
    const secret = { name: `${name} secret`, subscribers, invite_only: true }
    id = (await ann.client.call(endpoints.createChannel, secret)).id
    await archive()
    await restore()
    await ann.client.call(endpoints.unsubscribe, { subscriptions: [secret.name] })
    await archive(ada)
    await refused(restore({}, ada), 'Channel is private and have no subscribers')
    expect(channel().isArchived).toBe(true)
  })

  test('is not found by its name, but another channel with the name is', async () => {
    const idOf = (by: Person) => by.client.call(endpoints.getStreamId, { stream: name })
    await archive()
    for (const person of [ada, ann, bob]) await refused(idOf(person), `Invalid channel name '${name}'`)
    const other = await bob.client.call(endpoints.createChannel, { name: name.toUpperCase(), subscribers: [] })
    expect(await idOf(ann)).toMatchObject({ stream_id: other.id })
  })

  test('is no default any more', async () => {
    await ada.client.call(endpoints.updateStream, { stream_id: id, is_default_stream: true })
    const told = await explains(watchers(), () => archive())
    expect(told['cam']!.map(({ type }) => type)).toEqual(['default_streams', 'stream'])
    await restore()
    expect(channel().isDefault).toBe(false)
  })

  test('is not used for announcements any more', async () => {
    await changeRealm(server, { new_stream_announcements_stream_id: id })
    const told = await explains(watchers(), () => archive())
    const property = 'new_stream_announcements_stream_id'
    expect(told['cam']).toContainEqual(expect.objectContaining({ type: 'realm', op: 'update', property, value: -1 }))
  })

  test('says so where the organization wants notices', async () => {
    await changeRealm(server, { send_channel_events_messages: true })
    await archive()
    await restore()
    expect(await messagesIn(ann.client, id)).toEqual([
      ['channel events', `@_**Ann|${ann.id}** archived this channel.`],
      ['channel events', `@_**Ann|${ann.id}** restored this channel.`],
    ])
    await changeRealm(server, { send_channel_events_messages: false })
  })

  test('gets no notice of its changes until it is back', async () => {
    const args = { name: `folder ${id}`, description: '' }
    const { channel_folder_id: folder_id } = await ada.client.call(endpoints.createChannelFolder, args)
    await archive()
    await changeRealm(server, { send_channel_events_messages: true })
    const nobody = server.realm.groups.system('role:nobody').id
    const change = {
      new_name: `${name}, gone`,
      description: 'Gone',
      is_private: true,
      folder_id,
      topics_policy: 'allow_empty_topic',
      can_send_message_group: { new: nobody },
    } as const
    await explains(watchers(), () => ann.client.call(endpoints.updateStream, { stream_id: id, ...change }))
    expect(await messagesIn(ann.client, id)).toEqual([])
    await restore({ new_name: name })
    expect((await messagesIn(ann.client, id)).map(([, text]) => text)).toEqual([
      `@_**Ann|${ann.id}** restored this channel.`,
      `@_**Ann|${ann.id}** renamed this channel from **${name}, gone** to **${name}**.`,
    ])
    await changeRealm(server, { send_channel_events_messages: false })
  })
})
