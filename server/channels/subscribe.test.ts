import { describe, expect, test } from 'vitest'
import type { ArgsOf } from '../../api/contract.ts'
import { endpoints } from '../../api/endpoints/index.ts'
import type { Person } from '../../test/harness.ts'
import { changeRealm } from '../../test/people.ts'
import { refused } from '../../test/refusals.ts'
import { useServer } from '../../test/use-server.ts'
import { deactivateUser } from '../accounts/deactivation/deactivate-user.ts'

describe('subscribing', () => {
  const { server, ann, bob, mia, gus } = useServer({ members: ['ann', 'bob'], moderators: ['mia'], guests: ['gus'] })

  type Options = Omit<ArgsOf<typeof endpoints.subscribe>, 'subscriptions'>
  const subscribe = (person: Pick<Person, 'client'>, name: string, more: Options = {}) =>
    person.client.call(endpoints.subscribe, { subscriptions: [{ name }], ...more })
  const channel = (name: string) => server.realm.channelByName(name)
  const group = (name: Parameters<typeof server.realm.groups.system>[0]) => server.realm.groups.system(name).id
  const owner = () => ({ client: server.owner })
  const noAccess = (name: string) => `Unable to access channel (${name}).`
  const NOT_PERMITTED = 'Insufficient permission'

  describe('oneself', () => {
    test('to a channel that does not exist creates it', async () => {
      const answer = await ann.client.call(endpoints.subscribe, {
        subscriptions: [{ name: ' Lunch ', description: 'What to eat\nand where' }],
      })
      expect(answer).toEqual({
        subscribed: { [ann.id]: ['Lunch'] },
        already_subscribed: {},
        new_subscription_messages_sent: true,
      })
      expect(channel('lunch')).toMatchObject({
        name: 'Lunch',
        description: 'What to eat and where',
        creatorId: ann.id,
        inviteOnly: false,
        historyPublic: true,
      })
    })

    test('a line break in its description becomes a blank', async () => {
      const subscriptions = [{ name: 'two lines', description: 'one\n\ntwo\r\nthree' }]
      await ann.client.call(endpoints.subscribe, { subscriptions })
      expect(channel('two lines')).toMatchObject({ description: 'one  two three' })
    })

    test('twice with names that differ only in case creates one channel', async () => {
      const subscriptions = [{ name: 'ασ' }, { name: 'ΑΣ' }, { name: 'i' }, { name: 'İ' }]
      const { subscribed } = await ann.client.call(endpoints.subscribe, { subscriptions })
      expect(subscribed).toEqual({ [ann.id]: ['ασ', 'i', 'İ'] })
      expect(await subscribe(bob, 'ΑΣ')).toMatchObject({ subscribed: { [bob.id]: ['ασ'] } })
    })

    test('to one that exists joins it, by its name in any case', async () => {
      expect(await subscribe(bob, 'lUNCH')).toMatchObject({ subscribed: { [bob.id]: ['Lunch'] } })
      expect(await subscribe(bob, 'lunch')).toMatchObject({
        subscribed: {},
        already_subscribed: { [bob.id]: ['Lunch'] },
      })
    })

    test('to several at once, each of them once', async () => {
      const subscriptions = ['tea', 'TEA', 'lunch', 'coffee'].map((name) => ({ name }))
      const answer = await ann.client.call(endpoints.subscribe, { subscriptions })
      expect(answer.subscribed[ann.id]!.sort()).toEqual(['coffee', 'tea'])
      expect(answer.already_subscribed).toEqual({ [ann.id]: ['Lunch'] })
    })

    test('at the same time as another person to the same new channel creates one', async () => {
      await Promise.all([subscribe(ann, 'race'), subscribe(bob, 'Race')])
      const { streams } = await ann.client.call(endpoints.getStreams, {})
      expect(streams.filter(({ name }) => name.toLowerCase() === 'race')).toHaveLength(1)
    })

    test('to a private channel is for people whom one of its groups permits', async () => {
      await subscribe(ann, 'closed', { invite_only: true })
      await subscribe(ann, 'half closed', { invite_only: true, can_subscribe_group: group('role:moderators') })
      await refused(subscribe(bob, 'closed'), noAccess('closed'))
      await refused(subscribe(owner(), 'closed'), noAccess('closed'))
      await refused(subscribe(bob, 'half closed'), noAccess('half closed'))
      await subscribe(mia, 'half closed')
    })

    test('is not for guests, neither to a public channel nor to a new one', async () => {
      // A public channel is as unknown to a guest as a new one.
      for (const name of ['lunch', 'brand new']) await refused(subscribe(gus, name), 'Not allowed for guest users')
      expect(channel('brand new')).toBeUndefined()
    })

    test('without permission does not fail: the others are subscribed', async () => {
      const subscriptions = [{ name: 'closed' }, { name: 'general' }, { name: 'cocoa' }]
      const answer = await bob.client.call(endpoints.subscribe, { subscriptions, authorization_errors_fatal: false })
      expect(answer).toMatchObject({
        unauthorized: ['closed'],
        subscribed: { [bob.id]: ['cocoa'] },
        already_subscribed: { [bob.id]: ['general'] },
      })
    })

    test('fails as a whole otherwise', async () => {
      const call = bob.client.call(endpoints.subscribe, { subscriptions: [{ name: 'milk' }, { name: 'closed' }] })
      await refused(call, noAccess('closed'))
      expect(channel('milk')).toBeUndefined()
    })
  })

  describe('others', () => {
    test('by id or by email, with oneself only when named', async () => {
      expect(await subscribe(ann, 'ids', { principals: [bob.id, gus.id] })).toMatchObject({
        subscribed: { [bob.id]: ['ids'], [gus.id]: ['ids'] },
      })
      expect(await subscribe(ann, 'emails', { principals: [bob.apiEmail.toUpperCase()] })).toMatchObject({
        subscribed: { [bob.id]: ['emails'] },
      })
      expect(server.realm.memberships.isSubscribed(ann.id, channel('ids')!.id)).toBe(false)
    })

    test('with identical subscriptions takes one log row for all of them', async () => {
      const people = [await server.person('Una'), await server.person('Uma'), await server.person('Ute')]
      const before = server.realm.seq
      await subscribe(ann, 'general and more', { principals: people.map(({ id }) => id) })
      const { rows } = await server.database.pool.query(
        `select payload::jsonb -> 'event' ->> 'op' as op, audience::jsonb -> 'ids' as ids from event_log
         where realm_id = $1 and seq > $2 and payload::jsonb -> 'event' ->> 'type' = 'subscription' order by seq`,
        [server.realm.id, before],
      )
      expect(rows).toMatchObject([{ op: 'peer_add' }, { op: 'add', ids: people.map(({ id }) => id) }])
    })

    test('who do not exist or are deactivated is refused', async () => {
      const dan = await server.person('Dan')
      await server.ctx.transact(server.realm.id, (tx) => deactivateUser(tx, server.realm.users.get(dan.id)!))
      await refused(subscribe(ann, 'lunch', { principals: [99_999] }), 'No such user')
      await refused(subscribe(ann, 'lunch', { principals: ['nobody@example.org'] }), 'No such user')
      await refused(subscribe(ann, 'lunch', { principals: [dan.id] }), 'User is deactivated')
    })

    test('to a channel that one cannot read is refused, even for its administrator', async () => {
      await refused(subscribe(bob, 'closed', { principals: [mia.id] }), noAccess('closed'))
      await refused(subscribe(owner(), 'closed', { principals: [mia.id] }), noAccess('closed'))
      await subscribe(ann, 'closed', { principals: [mia.id] })
    })

    test('needs a permission: of the organization, of the channel, or to administer it', async () => {
      await changeRealm(server, {}, { can_add_subscribers_group: 'role:moderators' })
      await subscribe(ann, 'anybody adds', { can_add_subscribers_group: group('role:members') })
      const eve = await server.person('Eve')
      const to = (person: Pick<Person, 'client'>, name: string) => subscribe(person, name, { principals: [eve.id] })
      await refused(to(bob, 'lunch'), NOT_PERMITTED)
      await to(bob, 'anybody adds')
      await to(ann, 'lunch')
      await to(mia, 'tea')
      await to(owner(), 'coffee')
    })

    test('without that permission always fails; only missing access can be skipped', async () => {
      const options = { principals: [gus.id], authorization_errors_fatal: false }
      await refused(subscribe(bob, 'lunch', options), NOT_PERMITTED)
      expect(await subscribe(bob, 'closed', options)).toMatchObject({ unauthorized: ['closed'], subscribed: {} })
    })

    test('to a new channel is for people who will administer it', async () => {
      await subscribe(bob, 'made by bob', { principals: [ann.id] })
      const options = { principals: [ann.id], can_administer_channel_group: group('role:nobody') }
      await refused(subscribe(bob, 'made for nobody', options), NOT_PERMITTED)
      expect(channel('made for nobody')).toBeUndefined()
      await changeRealm(server, {}, { can_add_subscribers_group: 'role:members' })
    })

    test('is not for guests', async () => {
      await refused(subscribe(gus, 'general', { principals: [ann.id] }), NOT_PERMITTED)
    })
  })

  describe('and creating', () => {
    test('is for the groups that may create public and private channels', async () => {
      await changeRealm(server, {}, { can_create_public_channel_group: 'role:moderators' })
      await refused(subscribe(bob, 'public one'), NOT_PERMITTED)
      await subscribe(bob, 'private one', { invite_only: true })
      await subscribe(mia, 'public one')
      await changeRealm(
        server,
        {},
        {
          can_create_public_channel_group: 'role:members',
          can_create_private_channel_group: 'role:moderators',
        },
      )
      await refused(subscribe(bob, 'private two', { invite_only: true }), NOT_PERMITTED)
      await subscribe(mia, 'private two', { invite_only: true })
      await changeRealm(server, {}, { can_create_private_channel_group: 'role:members' })
    })

    test.each<[Options, object]>([
      [{}, { inviteOnly: false, historyPublic: true }],
      [{ invite_only: true }, { inviteOnly: true, historyPublic: false }],
      [
        { invite_only: true, history_public_to_subscribers: true },
        { inviteOnly: true, historyPublic: true },
      ],
    ])('%j makes %j', async (options, kind) => {
      const name = JSON.stringify(options).slice(0, 60)
      await subscribe(ann, name, options)
      expect(channel(name)).toMatchObject(kind)
    })

    test.each<[Options, string]>([
      [{ history_public_to_subscribers: false }, 'Invalid parameters'],
      [{ invite_only: true, is_web_public: true }, 'Invalid parameters'],
      [{ is_web_public: true, history_public_to_subscribers: false }, 'Invalid parameters'],
      [{ is_web_public: true }, 'Web-public channels are not enabled.'],
      [{ is_default_stream: true, invite_only: true }, 'Private channels cannot be made default.'],
      [{ folder_id: 1 }, 'Invalid channel folder ID'],
    ])('%j cannot be', async (options, msg) => {
      await refused(subscribe(owner(), 'impossible', options), msg)
      expect(channel('impossible')).toBeUndefined()
    })

    test('a default channel is for administrators, and every new account joins it', async () => {
      await refused(subscribe(ann, 'welcome', { is_default_stream: true }), NOT_PERMITTED)
      await subscribe(owner(), 'welcome', { is_default_stream: true })
      const fay = await server.person('Fay')
      expect(server.realm.memberships.isSubscribed(fay.id, channel('welcome')!.id)).toBe(true)
    })

    test('with a retention time is for owners', async () => {
      const option = { message_retention_days: 30 } as Options
      for (const one of [option, { message_retention_days: 'unlimited' } as Options])
        await refused(subscribe(ann, 'short memory', one), 'Must be an organization owner', {
          code: 'UNAUTHORIZED_PRINCIPAL',
        })
      await subscribe(owner(), 'short memory', option)
      expect(channel('short memory')).toMatchObject({ messageRetentionDays: 30 })
      await subscribe(ann, 'usual memory', { message_retention_days: 'realm_default' } as Options)
      expect(channel('usual memory')).toMatchObject({ messageRetentionDays: null })
    })

    test.each([0, -1, 'abc', 99_999_999_999])(
      'not with a retention time of %j days',
      async (message_retention_days) => {
        const msg = `Bad value for 'message_retention_days': ${message_retention_days}`
        const said = { code: 'REQUEST_VARIABLE_INVALID' } as const
        await refused(subscribe(owner(), 'no such time', { message_retention_days } as Options), msg, said)
      },
    )

    test('with a policy on topics or deletion is for the groups that may set it', async () => {
      await changeRealm(server, {}, { can_set_topics_policy_group: 'role:moderators' })
      await refused(subscribe(ann, 'topical', { topics_policy: 'disable_empty_topic' }), NOT_PERMITTED)
      await subscribe(mia, 'topical', { topics_policy: 'disable_empty_topic' })
      const deletes = { can_delete_any_message_group: group('role:members') }
      await refused(subscribe(ann, 'erasable', deletes), NOT_PERMITTED)
      await subscribe(mia, 'erasable', deletes)
      await changeRealm(server, {}, { can_set_topics_policy_group: 'role:members' })
    })

    test('a web-public channel is for owners, if the organization allows spectators', async () => {
      await changeRealm(server, { enable_spectator_access: true })
      await refused(subscribe(ann, 'shop window', { is_web_public: true }), NOT_PERMITTED)
      await refused(subscribe(owner(), 'shop window', { is_web_public: true, invite_only: true }), 'Invalid parameters')
      await subscribe(owner(), 'shop window', { is_web_public: true })
      expect(channel('shop window')).toMatchObject({ isWebPublic: true, inviteOnly: false, historyPublic: true })
      expect(await subscribe(gus, 'shop window')).toMatchObject({ subscribed: { [gus.id]: ['shop window'] } })
      await changeRealm(server, { enable_spectator_access: false })
    })

    test('an empty list of people means oneself', async () => {
      expect(await subscribe(ann, 'for whom', { principals: [] })).toMatchObject({
        subscribed: { [ann.id]: ['for whom'] },
      })
    })

    test.each([
      ['', "Channel name can't be empty."],
      ['   ', "Channel name can't be empty."],
      ['x'.repeat(61), 'Channel name too long (limit: 60 characters).'],
      ['a\u0007', 'Invalid character in channel name, at position 2.'],
    ])('not under the name %j', async (name, msg) => {
      await refused(subscribe(ann, name), msg)
    })

    test('with a name of sixty characters, however many bytes', async () => {
      await subscribe(ann, '😀'.repeat(60))
      expect(channel('😀'.repeat(60))).toBeDefined()
    })

    test('with a description of at most 1024 characters', async () => {
      const call = (length: number) =>
        ann.client.call(endpoints.subscribe, { subscriptions: [{ name: 'wordy', description: 'x'.repeat(length) }] })
      await refused(call(1025), 'subscriptions[0]["description"] is too long (limit: 1024 characters)')
      await call(1024)
    })
  })

  describe('with groups for its permissions', () => {
    const settings = (name: string) => channel(name)!.groupSettings

    test('has defaults', async () => {
      await subscribe(ann, 'by default')
      expect(settings('by default')).toEqual({
        can_add_subscribers_group: group('role:nobody'),
        can_administer_channel_group: { direct_members: [ann.id], direct_subgroups: [] },
        can_create_topic_group: group('role:everyone'),
        can_delete_any_message_group: group('role:nobody'),
        can_delete_own_message_group: group('role:nobody'),
        can_move_messages_out_of_channel_group: group('role:nobody'),
        can_move_messages_within_channel_group: group('role:nobody'),
        can_remove_subscribers_group: group('role:administrators'),
        can_resolve_topics_group: group('role:nobody'),
        can_send_message_group: group('role:everyone'),
        can_subscribe_group: group('role:nobody'),
      })
    })

    test('stores anonymous groups in their simplest form', async () => {
      await subscribe(ann, 'unnamed', {
        can_send_message_group: { direct_members: [], direct_subgroups: [group('role:moderators')] },
        can_add_subscribers_group: { direct_members: [], direct_subgroups: [] },
        can_subscribe_group: { direct_members: [mia.id, bob.id, bob.id], direct_subgroups: [] },
      })
      expect(settings('unnamed')).toMatchObject({
        can_send_message_group: group('role:moderators'),
        can_add_subscribers_group: group('role:nobody'),
        can_subscribe_group: { direct_members: [bob.id, mia.id], direct_subgroups: [] },
      })
    })

    test('refuses groups and people that do not exist or are not allowed', async () => {
      const create = (options: Options) => subscribe(ann, 'wrong groups', options)
      await refused(create({ can_send_message_group: 99_999 }), 'Invalid user group')
      await refused(
        create({ can_send_message_group: { direct_members: [99_999], direct_subgroups: [] } }),
        'Invalid user ID: 99999',
      )
      await refused(
        create({ can_subscribe_group: group('role:everyone') }),
        "'can_subscribe_group' setting cannot be set to 'role:everyone' group.",
      )
      await refused(
        create({ can_send_message_group: group('role:internet') }),
        "'can_send_message_group' setting cannot be set to 'role:internet' group.",
      )
      expect(channel('wrong groups')).toBeUndefined()
    })

    test('refuses a group that is not allowed also within an anonymous one', async () => {
      const create = (options: Options) => subscribe(ann, 'unnamed and wrong', options)
      const unnamed = (...names: Parameters<typeof group>[0][]) => ({
        direct_members: [bob.id],
        direct_subgroups: names.map(group),
      })
      await refused(
        create({ can_subscribe_group: unnamed('role:moderators', 'role:everyone') }),
        "'can_subscribe_group' setting cannot be set to 'role:everyone' group.",
      )
      await refused(
        create({ can_send_message_group: unnamed('role:internet') }),
        "'can_send_message_group' setting cannot be set to 'role:internet' group.",
      )
      expect(channel('unnamed and wrong')).toBeUndefined()
      await subscribe(ann, 'unnamed and right', { can_send_message_group: unnamed('role:everyone') })
      expect(settings('unnamed and right').can_send_message_group).toEqual(unnamed('role:everyone'))
    })

    test('and protected history, everyone may create topics', async () => {
      const names = 'history_public_to_subscribers, can_create_topic_group'
      const options = { invite_only: true, can_create_topic_group: group('role:members') }
      await refused(subscribe(ann, 'protected', options), `Unsupported parameter combination: ${names}`, {
        data: { parameters: names },
      })
      await subscribe(ann, 'protected', { ...options, history_public_to_subscribers: true })
    })
  })

  test('again restores the earlier color; each new channel gets another', async () => {
    const colors = async () => {
      const { subscriptions } = await bob.client.call(endpoints.registerQueue, {
        fetch_event_types: ['subscription'],
        event_types: [],
      })
      return subscriptions!.map(({ color }) => color)
    }
    const all = await colors()
    expect(new Set(all).size).toBe(all.length)
    for (const color of all) expect(color).toMatch(/^#[0-9a-f]{6}$/)
  })
})
