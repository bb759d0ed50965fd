import { beforeEach, describe, expect, test } from 'vitest'
import type { ArgsOf } from '../../api/contract.ts'
import { endpoints } from '../../api/endpoints/index.ts'
import { messagesIn } from '../../test/channel-messages.ts'
import { explains } from '../../test/events-explain-state.ts'
import type { Person } from '../../test/harness.ts'
import { changeRealm, group as newGroup } from '../../test/people.ts'
import { postForm } from '../../test/post-form.ts'
import { refused } from '../../test/refusals.ts'
import { useServer } from '../../test/use-server.ts'
import { CHANNEL_GROUP_SETTINGS, type ChannelGroupSetting } from '../kernel/realm-state/channel.ts'
import { groupInWords } from './notices/in-words.ts'

type Update = Omit<ArgsOf<typeof endpoints.updateStream>, 'stream_id'>

describe('a channel that is changed', () => {
  const { server, ada, mia, ann, bob, cam, gus } = useServer({
    administrators: ['ada'],
    moderators: ['mia'],
    members: ['ann', 'bob', 'cam'],
    guests: ['gus'],
  })
  let count = 0
  let id: number
  let name: string

  const create = async (more: Partial<ArgsOf<typeof endpoints.createChannel>> = {}) => {
    count += 1
    name = `channel ${count}`
    id = (await ann.client.call(endpoints.createChannel, { name, subscribers: [ann.id, bob.id], ...more })).id
  }
  beforeEach(() => create())

  const update = (change: Update, by = ann) => by.client.call(endpoints.updateStream, { stream_id: id, ...change })
  const channel = () => server.realm.channels.get(id)!
  const watchers = () => ({ ada: ada.client, ann: ann.client, bob: bob.client, cam: cam.client, gus: gus.client })
  const group = (role: 'nobody' | 'everyone' | 'members' | 'moderators' | 'administrators' | 'fullmembers') =>
    server.realm.groups.system(`role:${role}`).id

  test('has a new name, whose event tells the old one', async () => {
    const told = await explains(watchers(), () => update({ new_name: ` New ${name} ` }))
    const event = { type: 'stream', op: 'update', stream_id: id, name, property: 'name', value: `New ${name}` }
    expect(told['cam']).toEqual([expect.objectContaining(event)])
    expect(told['gus']).toEqual([])
    await update({ new_name: `NEW ${name}` })
    expect(channel().name).toBe(`NEW ${name}`)
  })

  test.each(['allow_empty_topic', '"allow_empty_topic"'])('takes the topics policy as %s', async (topics_policy) => {
    const answer = await postForm(server, ann, `/streams/${id}`, { method: 'PATCH', topics_policy })
    expect(answer).toMatchObject({ result: 'success' })
    expect(channel().topicsPolicy).toBe('allow_empty_topic')
    const other = { name: `other ${name}`, subscribers: '[]', topics_policy }
    const created = await postForm(server, ann, '/channels/create', other)
    expect(server.realm.channels.get(Number(created['id']))?.topicsPolicy).toBe('allow_empty_topic')
    const wrong = { method: 'PATCH', topics_policy: 'sometimes' }
    expect(await postForm(server, ann, `/streams/${id}`, wrong)).toMatchObject({ msg: 'Invalid topics_policy' })
  })

  test('keeps its name if the other is taken, bad or the same', async () => {
    await refused(update({ new_name: name }), 'Channel already has that name.')
    await refused(update({ new_name: 'GENERAL' }), "Channel 'GENERAL' already exists")
    await refused(update({ new_name: ' ' }), "Channel name can't be empty.")
    await refused(update({ new_name: 'x'.repeat(61) }), 'Channel name too long (limit: 60 characters).')
    expect(channel().name).toBe(name)
  })

  test('has a new description with its HTML', async () => {
    const told = await explains(watchers(), () => update({ description: '**Bees**\nand ants' }))
    expect(told['bob']).toMatchObject([
      {
        property: 'description',
        value: '**Bees** and ants',
        rendered_description: '<p><strong>Bees</strong> and ants</p>',
      },
    ])
    expect((await explains(watchers(), () => update({ description: '**Bees**\nand ants' })))['bob']).toEqual([])
    await refused(update({ description: 'x'.repeat(1025) }), 'description is too long (limit: 1024 characters)')
  })

  test('is changed only by those who administer it', async () => {
    const change = { description: 'mine' }
    await refused(update(change, bob), 'You do not have permission to administer this channel.')
    await refused(update(change, gus), 'Invalid channel ID')
    await update(change, ada)
    await update({ can_administer_channel_group: { new: group('moderators') } })
    await refused(update({ description: 'mine again' }), 'You do not have permission to administer this channel.')
    await update({ description: 'moderated' }, mia)
    await create({ invite_only: true })
    await refused(update(change, cam), 'Invalid channel ID')
    const nothing = { stream_id: 999_999, ...change }
    await refused(ada.client.call(endpoints.updateStream, nothing), 'Invalid channel ID')
  })

  test('has a retention time that only owners set', async () => {
    const denied = { code: 'UNAUTHORIZED_PRINCIPAL' } as const
    await refused(update({ message_retention_days: 30 }, ada), 'Must be an organization owner', denied)
    const set = (message_retention_days: string | number) =>
      server.owner.call(endpoints.updateStream, { stream_id: id, message_retention_days })
    const told = await explains(watchers(), () => set(30))
    expect(told['bob']).toMatchObject([{ property: 'message_retention_days', value: 30 }])
    await set('unlimited')
    expect(channel().messageRetentionDays).toBe(-1)
    await set('realm_default')
    expect(channel().messageRetentionDays).toBe(null)
    await refused(set(0), "Bad value for 'message_retention_days': 0", { code: 'REQUEST_VARIABLE_INVALID' })
  })

  test('gives new subscribers push notifications', async () => {
    const told = await explains(watchers(), () => update({ default_push_notifications: true }))
    expect(told['bob']).toMatchObject([{ property: 'default_push_notifications', value: true }])
    await cam.client.call(endpoints.subscribe, { subscriptions: [{ name }] })
    const row = await server.database.db
      .selectFrom('subscription')
      .select('push_notifications')
      .where('user_id', '=', cam.id)
      .where('channel_id', '=', id)
      .executeTakeFirstOrThrow()
    expect(row.push_notifications).toBe(true)
  })

  test('is put into a folder and taken out', async () => {
    const args = { name: `folder ${id}`, description: '' }
    const { channel_folder_id: folder } = await ada.client.call(endpoints.createChannelFolder, args)
    const told = await explains(watchers(), () => update({ folder_id: folder }))
    expect(told['cam']).toMatchObject([{ property: 'folder_id', value: folder }])
    await refused(update({ folder_id: 999_999 }), 'Invalid channel folder ID')
    await explains(watchers(), () => update({ folder_id: null }))
    expect(channel().folderId).toBe(null)
  })

  test('is for new people only if an administrator says so and it is not private', async () => {
    const denied = { code: 'UNAUTHORIZED_PRINCIPAL' } as const
    await refused(update({ is_default_stream: true }), 'Must be an organization administrator', denied)
    const told = await explains(watchers(), () => update({ is_default_stream: true }, ada))
    expect(told['bob']!.map(({ type }) => type)).toEqual(['default_streams'])
    await refused(update({ is_private: true }), 'A default channel cannot be private.')
    await update({ is_default_stream: false }, ada)
    await refused(update({ is_private: true, is_default_stream: true }, ada), 'A default channel cannot be private.')
    await update({ is_private: true })
    await refused(update({ is_default_stream: true }, ada), 'Private channels cannot be made default.')
  })

  describe('with a policy on topics', () => {
    const send = (topic: string) =>
      ann.client.call(endpoints.sendMessage, { type: 'channel', to: `${id}`, topic, content: 'Hello' })

    test('refuses messages without a topic, or with one', async () => {
      const told = await explains(watchers(), () => update({ topics_policy: 'disable_empty_topic' }))
      expect(told['bob']).toMatchObject([{ property: 'topics_policy', value: 'disable_empty_topic' }])
      await refused(send(''), 'Sending messages to the general chat is not allowed in this channel.')
      await update({ topics_policy: 'empty_topic_only' })
      await refused(send('bees'), 'Only the general chat topic is allowed in this channel.')
      await send('')
    })

    test('cannot have only the empty topic while it has others', async () => {
      await send('bees')
      await refused(
        update({ topics_policy: 'empty_topic_only' }),
        'To enable this configuration, all messages in this channel must be in the general chat topic. Consider renaming or deleting other topics.',
      )
    })

    test('needs the permission, except to inherit', async () => {
      await update({ topics_policy: 'allow_empty_topic' })
      await changeRealm(server, {}, { can_set_topics_policy_group: 'role:moderators' })
      await refused(update({ topics_policy: 'disable_empty_topic' }), 'Insufficient permission')
      await update({ topics_policy: 'inherit' })
      await update({ topics_policy: 'disable_empty_topic' }, ada)
      expect(channel().topicsPolicy).toBe('disable_empty_topic')
      await changeRealm(server, {}, { can_set_topics_policy_group: 'role:members' })
    })
  })

  describe('with new permissions', () => {
    const names = Object.keys(CHANNEL_GROUP_SETTINGS) as ChannelGroupSetting[]

    test.each(names)('stores %s and emits an event', async (setting) => {
      const value = { direct_members: [bob.id], direct_subgroups: [group('moderators')] }
      const old = channel().groupSettings[setting]
      const change = { [setting]: { new: value, old } } as Update
      const told = await explains(watchers(), () =>
        server.owner.call(endpoints.updateStream, { stream_id: id, ...change }),
      )
      expect(told['cam']).toMatchObject([{ type: 'stream', op: 'update', property: setting, value }])
      expect(channel().groupSettings[setting]).toEqual(value)
      await refused(
        server.owner.call(endpoints.updateStream, { stream_id: id, ...change }),
        "'old' value does not match the expected value.",
        { code: 'EXPECTATION_MISMATCH', data: { field_name: 'old' } },
      )
      const broken = { [setting]: { new: 999_999 } } as Update
      await refused(server.owner.call(endpoints.updateStream, { stream_id: id, ...broken }), 'Invalid user group')
    })

    test.each(names.filter((one) => !CHANNEL_GROUP_SETTINGS[one].everyone))(
      'refuses everyone for %s',
      async (setting) => {
        const change = { [setting]: { new: group('everyone') } } as Update
        await refused(update(change), `'${setting}' setting cannot be set to 'role:everyone' group.`)
      },
    )

    test('tells older clients who may post', async () => {
      const told = await explains(watchers(), () =>
        update({ can_send_message_group: { new: group('administrators') } }),
      )
      expect(told['bob']).toMatchObject([
        { property: 'can_send_message_group' },
        { property: 'stream_post_policy', value: 2 },
        { property: 'is_announcement_only', value: true },
      ])
      await explains(watchers(), () => update({ can_send_message_group: { new: group('moderators') } }))
    })

    test('lets only some people delete groups be set', async () => {
      const change = { can_delete_any_message_group: { new: group('members') } }
      await refused(update(change), 'Insufficient permission')
      await update({ can_administer_channel_group: { new: group('moderators') } })
      await update(change, mia)
    })

    test('lets the right people post, start topics, subscribe and add others', async () => {
      const send = (by: Person, topic = 'x') =>
        by.client.call(endpoints.sendMessage, { type: 'channel', to: `${id}`, topic, content: 'Hello' })
      await send(bob)
      await update({ can_send_message_group: { new: group('moderators') } })
      await refused(send(bob), 'You do not have permission to post in this channel.')
      await send(mia)
      await update({
        can_send_message_group: { new: group('everyone') },
        can_create_topic_group: { new: group('moderators') },
      })
      await send(bob)
      await refused(send(bob, 'new'), 'You do not have permission to create new topics in this channel.')
      await create({ invite_only: true })
      const join = (by: Person, more = {}) =>
        by.client.call(endpoints.subscribe, { subscriptions: [{ name }], ...more })
      await refused(join(cam), `Unable to access channel (${name}).`)
      await update({ can_subscribe_group: { new: { direct_members: [cam.id], direct_subgroups: [] } } })
      await join(cam)
      await changeRealm(server, {}, { can_add_subscribers_group: 'role:nobody' })
      await refused(join(cam, { principals: [mia.id] }), 'Insufficient permission')
      await update({ can_add_subscribers_group: { new: group('members') } })
      await join(cam, { principals: [mia.id] })
      await changeRealm(server, {}, { can_add_subscribers_group: 'role:members' })
    })

    test('opens a private channel only by somebody who can read it', async () => {
      const needed = 'Channel content access is required.'
      await create({ invite_only: true })
      for (const setting of ['can_subscribe_group', 'can_add_subscribers_group'] as const)
        await refused(update({ [setting]: { new: group('administrators') } }, ada), needed)
      await update({ can_administer_channel_group: { new: group('moderators') } }, ada)
      await refused(update({ can_subscribe_group: { new: group('moderators') } }, mia), needed)
      await update({ can_subscribe_group: { new: group('nobody') } }, ada)
      await create()
      await update({ is_private: true, can_subscribe_group: { new: group('administrators') } }, ada)
      expect(channel()).toMatchObject({ inviteOnly: true })
    })

    test('shows and hides a private channel', async () => {
      await create({ invite_only: true })
      const only = (person: Person) => ({ new: { direct_members: [person.id], direct_subgroups: [] } })
      const told = await explains(watchers(), () => update({ can_subscribe_group: only(cam) }))
      expect(told['cam']!.map((event) => ('op' in event ? event.op : ''))).toEqual(['create', 'peer_add'])
      const after = await explains(watchers(), () => update({ can_subscribe_group: { new: group('nobody') } }))
      expect(after['cam']).toMatchObject([{ type: 'stream', op: 'delete', stream_ids: [id] }])
    })
  })

  describe('where the organization wants notices', () => {
    test('says who changed what', async () => {
      await changeRealm(server, { send_channel_events_messages: true })
      const who = `@_**Ann|${ann.id}**`
      await update({ new_name: `${name}!` })
      await update({ is_private: true })
      await update({ description: 'Bees' })
      const notices = await messagesIn(ann.client, id)
      expect(new Set(notices.map(([topic]) => topic))).toEqual(new Set(['channel events']))
      expect(notices.map(([, text]) => text)).toEqual([
        `${who} renamed this channel from **${name}** to **${name}!**.`,
        `${who} changed this channel from **Public** to **Private, protected history**.`,
        `${who} changed the description of this channel.\n\nBefore:\n\n\`\`\`\`\`\` quote\n*None*\n\`\`\`\`\`\`\n\nNow:\n\n\`\`\`\`\`\` quote\nBees\n\`\`\`\`\`\``,
      ])
      await changeRealm(server, { send_channel_events_messages: false })
    })

    test('says who may post, which topics there may be, and how long messages are kept', async () => {
      await changeRealm(server, { send_channel_events_messages: true })
      const cooks = await newGroup(server, { name: `cooks ${id}`, members: [cam] })
      const some = { direct_members: [bob.id, ann.id], direct_subgroups: [cooks, group('moderators')] }
      await update({ can_send_message_group: { new: group('moderators') } })
      await update({ can_send_message_group: { new: some } })
      await update({ can_send_message_group: { new: some }, can_remove_subscribers_group: { new: group('members') } })
      await update({ can_send_message_group: { new: group('nobody') } })
      await update({ topics_policy: 'disable_empty_topic' })
      await update({ topics_policy: 'allow_empty_topic' })
      const keep = (message_retention_days: string | number) =>
        server.owner.call(endpoints.updateStream, { stream_id: id, message_retention_days })
      for (const days of [30, 'unlimited', 1, 'realm_default', 'realm_default']) await keep(days)
      const ofOwner = `@_**${server.realm.users.get(server.ownerId)!.fullName}|${server.ownerId}**`
      const posting = `@_**Ann|${ann.id}** changed who may post in this channel`
      const groups = [`@_*role:moderators*`, `@_*cooks ${id}*`]
      const named = [...groups, `@_**Ann|${ann.id}**`, `@_**Bob|${bob.id}**`].join(', ')
      const topics = `@_**Ann|${ann.id}** changed the topics of this channel`
      const kept = `${ofOwner} changed how long messages of this channel are kept`
      expect((await messagesIn(ann.client, id)).map(([, text]) => text)).toEqual([
        `${posting} from @_*role:everyone* to @_*role:moderators*.`,
        `${posting} from @_*role:moderators* to ${named}.`,
        `${posting} from ${named} to @_*role:nobody*.`,
        `${topics} from **as in the organization** to **no general chat**.`,
        `${topics} from **no general chat** to **general chat and others**.`,
        `${kept} from **as in the organization** to **30 days**.`,
        `${kept} from **30 days** to **for ever**.`,
        `${kept} from **for ever** to **1 day**.`,
        `${kept} from **1 day** to **as in the organization**.`,
      ])
      await create()
      await update({ topics_policy: 'empty_topic_only' })
      expect(await messagesIn(ann.client, id)).toEqual([
        ['', `${topics} from **as in the organization** to **only general chat**.`],
      ])
      await changeRealm(server, { send_channel_events_messages: false })
    })

    test('does not name a crowd', () => {
      const setting = { direct_members: Array.from({ length: 25 }, () => bob.id), direct_subgroups: [] }
      const names = Array.from({ length: 20 }, () => `@_**Bob|${bob.id}**`)
      expect(groupInWords(server.realm, setting)).toBe(`${names.join(', ')} and 5 more`)
    })

    test('says who created it, also if it is changed at once', async () => {
      await changeRealm(server, { send_channel_events_messages: true })
      await create()
      await update({ new_name: `${name}!` })
      await server.runJobs()
      const texts = (await messagesIn(ann.client, id)).map(([, text]) => text)
      const who = `@_**Ann|${ann.id}**`
      expect(texts).toEqual([
        `${who} renamed this channel from **${name}** to **${name}!**.`,
        `${who} created this channel (**Public**).`,
      ])
      await changeRealm(server, { send_channel_events_messages: false })
    })
  })
})
