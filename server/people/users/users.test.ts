import { describe, expect, test } from 'vitest'
import { endpoints } from '../../../api/endpoints/index.ts'
import type { Person } from '../../../test/harness.ts'
import { administrator, bot, changeAccount, changeRealm, guest, moderator } from '../../../test/people.ts'
import { watchEvents } from '../../../test/queues/queue-requests.ts'
import { refused } from '../../../test/refusals.ts'
import { useServer } from '../../../test/use-server.ts'
import { deactivateUser } from '../../accounts/deactivation/deactivate-user.ts'

const PASSWORD = 'correct horse battery staple'

describe('accounts', () => {
  const { server, ann } = useServer({ members: ['ann'] })
  let created = 0

  const create = (wanted: { email?: string; password?: string; full_name?: string }, by = server.owner) => {
    created += 1
    const fresh = { email: `new${created}@example.org`, password: PASSWORD, full_name: 'Nia New' }
    return by.call(endpoints.createUser, { ...fresh, ...wanted })
  }
  const listed = async (id: number, by = server.owner) =>
    (await by.call(endpoints.getUsers, {})).members.find((user) => user.user_id === id)

  describe('created', () => {
    test('as a member, in the default channels, able to sign in', async () => {
      const { user_id: id } = await create({ email: 'Nia@Example.org', full_name: ' Nia New ' })
      expect(await listed(id)).toMatchObject({
        email: `user${id}@localhost`,
        delivery_email: 'Nia@Example.org',
        full_name: 'Nia New',
        role: 400,
        is_active: true,
        is_admin: false,
        is_owner: false,
        is_guest: false,
        is_bot: false,
      })
      const nia = server.clientFor(server.realm.users.get(id)!)
      const { streams } = await nia.call(endpoints.getStreams, { include_public: false })
      expect(streams.map(({ name }) => name)).toEqual(['general'])
      const args = { username: 'nia@example.org', password: PASSWORD }
      expect(await nia.call(endpoints.fetchApiKey, args)).toMatchObject({ user_id: id })
    })

    test('with a unique name, if the organization requires it', async () => {
      await create({ full_name: 'Uma Unique' })
      const { user_id: gone } = await create({ full_name: 'Gil Gone' })
      await server.ctx.transact(server.realm.id, (tx) => deactivateUser(tx, server.realm.users.get(gone)!))
      await create({ full_name: 'UMA unique' })
      await changeRealm(server, { require_unique_names: true })
      await refused(create({ full_name: ' uma UNIQUE ' }), 'Unique names required in this organization.')
      await create({ full_name: 'Gil Gone' })
      await changeRealm(server, { require_unique_names: false })
    })

    test('not with a name that looks the same as another, if names must be unique', async () => {
      await create({ full_name: 'علیرضا' })
      await changeRealm(server, { require_unique_names: true })
      await refused(create({ full_name: 'علی\u200cرضا' }), 'Unique names required in this organization.')
      await refused(create({ full_name: 'علیرضا\ufe0f' }), 'Unique names required in this organization.')
      await changeRealm(server, { require_unique_names: false })
    })

    test('and can be mentioned by the name as it is written', async () => {
      const { user_id: plain } = await create({ full_name: 'Rosa' })
      const { user_id: joined } = await create({ full_name: 'Ro\u200csa' })
      const whom = async (content: string) =>
        /data-user-id="(\d+)"/.exec((await ann.client.call(endpoints.renderMessage, { content })).rendered)?.[1]
      expect(await whom('@**Rosa**')).toBe(String(plain))
      expect(await whom('@**ro\u200cSA**')).toBe(String(joined))
    })

    test('and everyone gets an event, with the address if they may see it', async () => {
      const [toldToAnn, toldToOwner] = [await watchEvents(ann.client), await watchEvents(server.owner)]
      const { user_id } = await create({ email: 'zita@x.org' })
      const email = `user${user_id}@localhost`
      const events = (delivery_email: string | null) => [
        { type: 'realm_user', op: 'add', person: { user_id, full_name: 'Nia New', email, delivery_email } },
        ...['role:fullmembers', 'role:members'].map((name) => {
          const group_id = server.realm.groups.named(name)!.id
          return { type: 'user_group', op: 'add_members', group_id, user_ids: [user_id] }
        }),
        { type: 'subscription', op: 'peer_add', user_ids: [user_id] },
      ]
      expect(await toldToAnn()).toMatchObject(events(null))
      expect(await toldToOwner()).toMatchObject(events('zita@x.org'))
    })

    test('with the organization’s defaults for new accounts', async () => {
      const { user_id: id } = await create({})
      const nia = server.clientFor(server.realm.users.get(id)!)
      const fetch_event_types = ['user_settings', 'realm_user_settings_defaults']
      const state = await nia.call(endpoints.registerQueue, { fetch_event_types })
      expect(state.realm_user_settings_defaults!.email_address_visibility).toBe(3)
      const { timezone: _, ...own } = state.user_settings!
      expect(own).toEqual(state.realm_user_settings_defaults)
    })

    test('only by an administrator who may create users', async () => {
      const ada = await administrator(server, 'Ada')
      await refused(create({}, ada.client), 'User not authorized to create users')
      await changeAccount(server, ada.id, { can_create_users: true })
      await create({}, ada.client)
    })

    test('not by a member, a moderator or a guest, even with the permission', async () => {
      const code = 'UNAUTHORIZED_PRINCIPAL'
      const people = [ann, await moderator(server, 'Mia'), await guest(server, 'Gus')]
      for (const person of people) {
        await changeAccount(server, person.id, { can_create_users: true })
        await refused(create({}, person.client), 'Must be an organization administrator', { code })
      }
    })

    test.each(['ann@example.org', ' ANN@example.ORG '])('not with an email in use: %j', async (email) => {
      await refused(create({ email }), 'Email is already in use.')
    })

    test('not twice at the same time with one email', async () => {
      const calls = await Promise.allSettled([create({ email: 'twin@x.org' }), create({ email: 'Twin@x.org' })])
      expect(calls.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    })

    test('not with an email that differs only in its case, in any alphabet', async () => {
      await create({ email: 'ασ@x.org' })
      await refused(create({ email: 'ΑΣ@X.org' }), 'Email is already in use.')
      await create({ email: 'i@x.org' })
      await create({ email: 'İ@x.org' })
    })

    test('not with the email of a deactivated account', async () => {
      const dan = await server.person('Dan')
      const user = server.realm.users.get(dan.id)!
      await server.ctx.transact(server.realm.id, (tx) => deactivateUser(tx, user))
      await refused(create({ email: 'dan@example.org' }), 'Email is already in use.')
    })

    test.each([
      'nobody',
      'a b@example.org',
      '@example.org',
      '',
      '.a@example.org',
      'a.@example.org',
      'a..b@example.org',
      'a@.example.org',
      'a@example.org.',
      'a@example..org',
      'a\u200bb@example.org',
      'a\u202eb@example.org',
      'a\u3164@example.org',
      'a@exam\u00adple.org',
      'a\u3000b@example.org',
      'a\u0007@example.org',
    ])('not with %j for an email', async (email) => {
      await refused(create({ email }), 'Bad name or username')
    })

    test.each([
      'a.b+c@example.org',
      "o'neil@sub.example.org",
      'zoë@münchen.example',
      'somebody@localhost',
      'user7@example.org',
      'user@localhost',
    ])('with %s for an email', async (email) => {
      const { user_id } = await create({ email })
      expect(await listed(user_id)).toMatchObject({ delivery_email: email })
    })

    test.each(['x@mailinator.com', 'x@MAILINATOR.com', 'x@deep.down.mailinator.com', 'x@ｍailinator.com'])(
      'not with the disposable address %s',
      async (email) => {
        await refused(create({ email }), 'Disposable email addresses are not allowed in this organization')
      },
    )

    test('with a disposable address, if the organization allows it', async () => {
      await changeRealm(server, { disallow_disposable_email_addresses: false })
      await create({ email: 'x@mailinator.com' })
      await changeRealm(server, { disallow_disposable_email_addresses: true })
      await create({ email: 'x@xyzzymailinator.com' })
    })

    test.each([
      ['', 'Name must not be empty!'],
      ['  ', 'Name must not be empty!'],
      ['x'.repeat(101), 'Name too long!'],
      ['😀'.repeat(101), 'Name too long!'],
      ['Nia *', 'Invalid characters in name!'],
      ['Nia `', 'Invalid characters in name!'],
      ['Nia \\', 'Invalid characters in name!'],
      ['Nia >', 'Invalid characters in name!'],
      ['Nia "', 'Invalid characters in name!'],
      ['Nia @', 'Invalid characters in name!'],
      ['\u3164', 'Name must not be empty!'],
      ['\u034f \ufe0f', 'Name must not be empty!'],
      ['\u200d', 'Name must not be empty!'],
      ['Nia\u200c', 'Invalid characters in name!'],
      ['\u200dNia', 'Invalid characters in name!'],
      ['Nia\u200c New', 'Invalid characters in name!'],
      ['Nia\u200c\u200dNew', 'Invalid characters in name!'],
      ['Nia\tNew', 'Invalid characters in name!'],
      ['Nia\u202eNew', 'Invalid characters in name!'],
      ['Nia\u200bNew', 'Invalid characters in name!'],
      ['Nia\ue000New', 'Invalid characters in name!'],
      ['Nia|12', 'Invalid format!'],
      ['Nia|1\u200c2', 'Invalid format!'],
      ['Nia|12\ufe0f', 'Invalid format!'],
    ])('not with %j for a name', async (full_name, msg) => {
      await refused(create({ full_name }), msg)
    })

    test.each(['x'.repeat(100), '😀'.repeat(100), 'Nia|New', "Zoë O'Neil-李", 'علی\u200cرضا', 'Nia 👩\u200d❤️\u200d👩'])(
      'with %j for a name',
      async (full_name) => {
        const { user_id } = await create({ full_name })
        expect(await listed(user_id)).toMatchObject({ full_name })
      },
    )

    test.each(['short', 'password', '12345678', 'x'.repeat(101)])('not with a weak password: %s', async (password) => {
      await refused(create({ password }), 'The password is too weak.')
    })
  })

  describe('listed', () => {
    test('all of them, including deactivated ones, or the selected ones', async () => {
      const eve = await server.person('Eve')
      const user = server.realm.users.get(eve.id)!
      await server.ctx.transact(server.realm.id, (tx) => deactivateUser(tx, user))
      expect(await listed(eve.id, ann.client)).toMatchObject({ is_active: false })
      const { members } = await ann.client.call(endpoints.getUsers, { user_ids: [eve.id, ann.id, 99_999, ann.id] })
      expect(members.map(({ user_id }) => user_id).sort()).toEqual([ann.id, eve.id].sort())
    })

    test('with profiles on request', async () => {
      const helper = await bot(server, 'Helper', ann)
      const ask = (include_custom_profile_fields: boolean) =>
        ann.client.call(endpoints.getUsers, { include_custom_profile_fields, user_ids: [ann.id, helper.id] })
      const [withThem, without] = [await ask(true), await ask(false)]
      expect(withThem.members.find(({ user_id }) => user_id === ann.id)).toHaveProperty('profile_data', {})
      expect(withThem.members.find(({ user_id }) => user_id === helper.id)).toMatchObject({
        is_bot: true,
        bot_type: 1,
        bot_owner_id: ann.id,
      })
      expect(without.members[0]).not.toHaveProperty('profile_data')
    })

    test('with the real email only for viewers who may see it', async () => {
      const fay = await server.person('Fay')
      const gwen = await guest(server, 'Gwen')
      const wire = `user${fay.id}@localhost`
      const seenBy = async (client: Person['client']) => {
        const { email, delivery_email } = (await listed(fay.id, client))!
        return { email, delivery_email }
      }
      const real = { email: wire, delivery_email: fay.email }
      const hidden = { email: wire, delivery_email: null }
      await changeAccount(server, fay.id, { email_address_visibility: 2 })
      expect(await seenBy(ann.client)).toEqual(real)
      expect(await seenBy(gwen.client)).toEqual(hidden)
      await changeAccount(server, fay.id, { email_address_visibility: 3 })
      expect(await seenBy(server.owner)).toEqual(real)
      expect(await seenBy(ann.client)).toEqual(hidden)
      await changeAccount(server, fay.id, { email_address_visibility: 4 })
      expect(await seenBy(server.owner)).toEqual(hidden)
      expect(await seenBy(fay.client)).toEqual(real)
    })
  })

  const FIELDS = [
    'avatar_url',
    'avatar_version',
    'date_joined',
    'delivery_email',
    'email',
    'full_name',
    'is_active',
    'is_admin',
    'is_bot',
    'is_guest',
    'is_imported_stub',
    'is_owner',
    'presence_enabled',
    'role',
    'timezone',
    'user_id',
  ]
  const OF_BOTS = ['bot_owner_id', 'bot_type']
  const fieldsOf = (record: object | undefined) => Object.keys(record ?? {}).sort()

  describe('have the fields of their kind', () => {
    test('in lists: people have profiles, and bots have owners', async () => {
      const robin = await bot(server, 'Robin', ann)
      const { members } = await ann.client.call(endpoints.getUsers, { include_custom_profile_fields: true })
      const record = (id: number) => members.find(({ user_id }) => user_id === id)
      expect(fieldsOf(record(ann.id))).toEqual([...FIELDS, 'profile_data'].sort())
      expect(fieldsOf(record(robin.id))).toEqual([...FIELDS, ...OF_BOTS].sort())
    })

    test('in the state of register, where the list gives the status', async () => {
      const rosie = await bot(server, 'Rosie', ann)
      const ida = await server.person('Ida')
      const user = server.realm.users.get(ida.id)!
      await server.ctx.transact(server.realm.id, (tx) => deactivateUser(tx, user))
      const state = await ann.client.call(endpoints.registerQueue, { fetch_event_types: ['realm_user'] })
      const listed = FIELDS.filter((name) => name !== 'is_active')
      const active = (id: number) => state.realm_users!.find(({ user_id }) => user_id === id)
      const gone = state.realm_non_active_users!.find(({ user_id }) => user_id === ida.id)
      expect(fieldsOf(active(ann.id))).toEqual([...listed, 'profile_data'].sort())
      expect(fieldsOf(active(rosie.id))).toEqual([...listed, ...OF_BOTS].sort())
      expect(fieldsOf(gone)).toEqual([...listed, 'profile_data'].sort())
    })

    test('for oneself', async () => {
      const rolf = await bot(server, 'Rolf', ann)
      const own = await rolf.client.call(endpoints.getOwnUser, {})
      expect(own).toMatchObject({ bot_type: 1, bot_owner_id: ann.id })
      expect(fieldsOf(own)).toEqual([...FIELDS, ...OF_BOTS, 'max_message_id'].sort())
      const person = await ann.client.call(endpoints.getOwnUser, {})
      expect(fieldsOf(person)).toEqual([...FIELDS, 'max_message_id', 'profile_data'].sort())
    })
  })

  test('one’s own, with the newest received message', async () => {
    const hal = await server.person('Hal')
    const me = () => hal.client.call(endpoints.getOwnUser, {})
    expect(await me()).toMatchObject({
      user_id: hal.id,
      full_name: 'Hal',
      email: `user${hal.id}@localhost`,
      delivery_email: hal.email,
      max_message_id: -1,
      role: 400,
    })
    const args = { type: 'direct', content: 'Hello' } as const
    const toHal = await ann.client.call(endpoints.sendMessage, { ...args, to: `[${hal.id}]` })
    await ann.client.call(endpoints.sendMessage, { ...args, to: `[${ann.id}]` })
    expect((await me()).max_message_id).toBe(toHal.id)
    expect(await server.owner.call(endpoints.getOwnUser, {})).toMatchObject({ is_owner: true, is_admin: true })
  })
})
