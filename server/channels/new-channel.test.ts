import { beforeAll, describe, expect, test } from 'vitest'
import type { ArgsOf } from '../../api/contract.ts'
import { endpoints } from '../../api/endpoints/index.ts'
import { messagesIn } from '../../test/channel-messages.ts'
import { explains } from '../../test/events-explain-state.ts'
import { changeRealm } from '../../test/people.ts'
import { refused } from '../../test/refusals.ts'
import { useServer } from '../../test/use-server.ts'
import type { GroupSetting, SystemGroupName } from '../kernel/realm-state/group.ts'

describe('a channel that is created', () => {
  const { server, ada, ann, bob, gus } = useServer({
    administrators: ['ada'],
    members: ['ann', 'bob'],
    guests: ['gus'],
  })

  const create = async (name: string, more: Partial<ArgsOf<typeof endpoints.createChannel>> = {}, by = ann) =>
    (await by.client.call(endpoints.createChannel, { name, subscribers: [by.id], ...more })).id
  const channel = (id: number) => server.realm.channels.get(id)!
  const watchers = () => ({ ada: ada.client, ann: ann.client, bob: bob.client, gus: gus.client })

  test('has the named subscribers and no others', async () => {
    let id = 0
    const told = await explains(watchers(), async () => {
      id = await create(' Garden ', { description: 'Plants\nand bees', subscribers: [bob.id, gus.id, bob.id] })
    })
    expect(told['gus']!.map(({ type }) => type)).toEqual(['stream', 'subscription'])
    expect(channel(id)).toMatchObject({ name: 'Garden', description: 'Plants and bees', creatorId: ann.id })
    const { subscribers } = await ann.client.call(endpoints.getSubscribers, { stream_id: id })
    expect(subscribers).toEqual([bob.id, gus.id])
    expect(channel(await create('nobody is here', { subscribers: [] })).name).toBe('nobody is here')
  })

  test('must not exist, whatever the case, also if the caller does not know it', async () => {
    await create('Vault', { invite_only: true })
    const data = { channel_name: 'VAULT' }
    await refused(create('VAULT', {}, bob), "Channel 'VAULT' already exists", {
      code: 'CHANNEL_ALREADY_EXISTS',
      status: 409,
      data,
    })
  })

  test('needs a name, real subscribers and the permission', async () => {
    await refused(create(' '), "Channel name can't be empty.")
    await refused(create('x'.repeat(61)), 'Channel name too long (limit: 60 characters).')
    await refused(create('ghosts', { subscribers: [999_999] }), 'No such user')
    await refused(create('web', { is_web_public: true }), 'Insufficient permission')
    await refused(create('from gus', {}, gus), 'Not allowed for guest users')
    await refused(create('protected public', { history_public_to_subscribers: false }), 'Invalid parameters')
    await changeRealm(server, {}, { can_create_public_channel_group: 'role:administrators' })
    await refused(create('not for members'), 'Insufficient permission')
    await create('for administrators', {}, ada)
    await changeRealm(server, {}, { can_create_public_channel_group: 'role:members' })
  })

  describe('with every permission at its default', () => {
    const groupId = (name: SystemGroupName) => server.realm.groups.system(name).id
    const asId = groupId
    const asObject = (name: SystemGroupName) => ({
      direct_members: [],
      direct_subgroups: name === 'role:nobody' ? [] : [groupId(name)],
    })

    /** Every permission that register lists, as a client sends it. */
    const defaults = async (written: (name: SystemGroupName) => GroupSetting) => {
      const { server_supported_permission_settings: supported } = await ann.client.call(endpoints.registerQueue, {
        fetch_event_types: ['realm'],
      })
      const creator = { direct_members: [ann.id], direct_subgroups: [] }
      return Object.fromEntries(
        Object.entries(supported!.stream).map(([name, { default_group_name: group }]) => [
          name,
          group === 'channel_creator' ? creator : written(group as SystemGroupName),
        ]),
      )
    }

    test.each([
      ['public', {}],
      ['private', { invite_only: true }],
      ['shared', { invite_only: true, history_public_to_subscribers: true }],
    ])('needs only the right to create it (%s)', async (kind, options) => {
      const plain = channel(await create(`plain ${kind}`, options)).groupSettings
      for (const written of [asId, asObject]) {
        const permissions = await defaults(written)
        expect(Object.keys(permissions).sort()).toEqual(Object.keys(plain).sort())
        const id = await create(`default ${kind} ${written.name}`, { ...options, ...permissions })
        expect(channel(id).groupSettings).toEqual(plain)
      }
    })

    test.each(['can_delete_any_message_group', 'can_delete_own_message_group'] as const)(
      'needs the right to set %s if only that differs',
      async (name) => {
        const both = {
          can_delete_any_message_group: groupId('role:nobody'),
          can_delete_own_message_group: groupId('role:nobody'),
        }
        const changed = { ...both, [name]: { direct_members: [ann.id], direct_subgroups: [] } }
        await refused(create(`more ${name}`, changed), 'Insufficient permission')
        await create(`more ${name}`, changed, ada)
      },
    )
  })

  test('has subscribers only if its creator may add them', async () => {
    const nobody = server.realm.groups.system('role:nobody').id
    await changeRealm(server, {}, { can_add_subscribers_group: 'role:nobody' })
    await refused(
      create('not my own', { subscribers: [bob.id], can_administer_channel_group: nobody }),
      'Insufficient permission',
    )
    await create('my own', { subscribers: [bob.id] })
    await create('only me', { can_administer_channel_group: nobody })
    await changeRealm(server, {}, { can_add_subscribers_group: 'role:members' })
  })

  test('can be for new people, which everybody but guests learns', async () => {
    let id = 0
    const told = await explains(watchers(), async () => {
      id = await create('welcome', { is_default_stream: true }, ada)
    })
    expect(told['bob']).toContainEqual(
      expect.objectContaining({ type: 'default_streams', default_streams: expect.arrayContaining([id]) }),
    )
    expect(told['gus']).toEqual([])
    await refused(create('mine for all', { is_default_stream: true }), 'Insufficient permission')
  })

  test('can be announced, if it is not private', async () => {
    const place = await create('announcements', {}, ada)
    await changeRealm(server, { new_stream_announcements_stream_id: place })
    await create('announced', { announce: true })
    await create('secret', { announce: true, invite_only: true })
    expect(await messagesIn(ada.client, place)).toEqual([
      ['new channels', `@_**Ann|${ann.id}** created a new channel #**announced**.`],
    ])
    await changeRealm(server, { new_stream_announcements_stream_id: -1 })
  })

  test('begins with a notice where the organization wants notices', async () => {
    const noticesOf = (id: number) => messagesIn(ann.client, id)
    const without = await create('without notices')
    await changeRealm(server, { send_channel_events_messages: true })
    const plain = await create('with notices')
    const described = await create('described', { description: 'All of it', invite_only: true })
    const unnamed = await create('no topics', { topics_policy: 'empty_topic_only' })
    await server.runJobs()
    expect(await noticesOf(without)).toEqual([])
    expect(await noticesOf(plain)).toEqual([
      ['channel events', `@_**Ann|${ann.id}** created this channel (**Public**).`],
    ])
    expect((await noticesOf(described))[0]![1]).toContain('Private, protected history')
    expect((await noticesOf(described))[0]![1]).toContain('``` quote\nAll of it\n```')
    expect((await noticesOf(unnamed)).map(([topic]) => topic)).toEqual([''])
    await changeRealm(server, { send_channel_events_messages: false })
  })
})

describe('a channel', () => {
  const { server, ann, bob, gus } = useServer({ members: ['ann', 'bob'], guests: ['gus'] })
  let open: number
  let secret: number

  beforeAll(async () => {
    const create = async (name: string, invite_only: boolean) =>
      (await ann.client.call(endpoints.createChannel, { name, invite_only, subscribers: [ann.id] })).id
    open = await create('open', false)
    secret = await create('secret', true)
  })

  test('is found by its id', async () => {
    const { stream } = await bob.client.call(endpoints.getStreamById, { stream_id: open })
    expect(stream).toMatchObject({ stream_id: open, name: 'open', subscriber_count: 1, first_message_id: null })
    const { streams } = await bob.client.call(endpoints.getStreams, {})
    expect(streams).toContainEqual(stream)
  })

  test('is found by its name, whatever the case', async () => {
    expect(await bob.client.call(endpoints.getStreamId, { stream: 'OPEN' })).toMatchObject({ stream_id: open })
  })

  test('does not exist for people who may not know it', async () => {
    for (const { client } of [bob, gus])
      for (const stream_id of [secret, 999_999, 0]) {
        await refused(client.call(endpoints.getStreamById, { stream_id }), 'Invalid channel ID')
        await refused(client.call(endpoints.getSubscribers, { stream_id }), 'Invalid channel ID')
      }
    await refused(bob.client.call(endpoints.getStreamId, { stream: 'secret' }), "Invalid channel name 'secret'")
    await refused(bob.client.call(endpoints.getStreamId, { stream: 'none' }), "Invalid channel name 'none'")
    await refused(gus.client.call(endpoints.getStreamById, { stream_id: open }), 'Invalid channel ID')
    await ann.client.call(endpoints.getStreamById, { stream_id: secret })
    await server.owner.call(endpoints.getSubscribers, { stream_id: secret })
  })
})
