import { beforeAll, describe, expect, test } from 'vitest'
import { endpoints } from '../../../api/endpoints/index.ts'
import { createClient } from '../../../client/client.ts'
import { changeRealm } from '../../../test/people.ts'
import { refused } from '../../../test/refusals.ts'
import { useServer } from '../../../test/use-server.ts'
import { loadRealm } from '../../kernel/realm-state/load.ts'
import { SYSTEM_BOTS, type SystemBotName } from '../../kernel/realm-state/system-bots.ts'
import type { User } from '../../kernel/realm-state/user.ts'
import { createRealm } from '../../operations/founding/create-realm.ts'

const NAMES = Object.keys(SYSTEM_BOTS) as SystemBotName[]
const BOT_NAMES = ['Notification Bot', 'Welcome Bot', 'Email Gateway']

describe('system bots', () => {
  const { server, ann } = useServer({ members: ['ann'], channel: 'lunch', env: { PARLEY_DEVELOPMENT: 'on' } })
  let notifier: User

  beforeAll(() => {
    notifier = server.realm.systemBot('notification')
  })

  const visitor = () => createClient({ url: server.url, strict: true })
  const register = (client = ann.client) =>
    client.call(endpoints.registerQueue, { fetch_event_types: ['realm_user', 'realm_user_groups'] })

  test('are in cross_realm_bots and not in realm_users', async () => {
    const state = await register()
    expect(state.cross_realm_bots).toMatchObject(
      NAMES.map((name) => ({
        user_id: server.realm.systemBot(name).id,
        email: SYSTEM_BOTS[name].email,
        full_name: SYSTEM_BOTS[name].fullName,
        is_system_bot: true,
        is_bot: true,
        bot_type: 1,
        bot_owner_id: null,
        role: 400,
        is_active: true,
        avatar_url: expect.stringMatching(/^\/user_avatars\/\d+\/generated\//),
      })),
    )
    const people = [...state.realm_users!, ...state.realm_non_active_users!].map((user) => user.full_name)
    expect(people).toEqual(['Olivia Owner', 'Ann'])
  })

  test('are not members of any group', async () => {
    const { realm_user_groups: groups } = await register()
    const members = new Set(groups!.flatMap((group) => group.members))
    expect([...members].sort()).toEqual([server.ownerId, ann.id].sort())
  })

  test('are not in GET /users, nor found by id', async () => {
    const { members } = await ann.client.call(endpoints.getUsers, {})
    expect(members.map((user) => user.full_name)).toEqual(['Olivia Owner', 'Ann'])
    const byId = await ann.client.call(endpoints.getUsers, { user_ids: [notifier.id, ann.id] })
    expect(byId.members.map((user) => user.user_id)).toEqual([ann.id])
  })

  test('are shown to visitors', async () => {
    await changeRealm(server, { enable_spectator_access: true })
    await server.owner.call(endpoints.subscribe, { subscriptions: [{ name: 'square' }], is_web_public: true })
    const { cross_realm_bots } = await visitor().call(endpoints.registerQueue, {})
    expect(cross_realm_bots!.map((bot) => bot.full_name)).toEqual(BOT_NAMES)
  })

  test.each(NAMES)('cannot sign in: %s', async (name) => {
    const { email } = SYSTEM_BOTS[name]
    const key = visitor().call(endpoints.fetchApiKey, { username: email, password: '' })
    await expect(key).rejects.toMatchObject({ code: 'AUTHENTICATION_FAILED' })
    await refused(visitor().call(endpoints.devFetchApiKey, { username: email }), 'No such user')
    const guess = createClient({ url: server.url, email, apiKey: 'a'.repeat(32) })
    await expect(guess.call(endpoints.getOwnUser, {})).rejects.toMatchObject({ status: 401 })
  })

  test('are not development accounts', async () => {
    const { direct_users, direct_admins } = await visitor().call(endpoints.devListUsers, {})
    expect([...direct_admins, ...direct_users]).toHaveLength(2)
  })

  test.each([
    ['id', () => notifier.id],
    ['address', () => notifier.deliveryEmail],
  ])('cannot be subscribed by %s', async (_, who) => {
    const principals = [who()] as number[] | string[]
    const call = server.owner.call(endpoints.subscribe, { subscriptions: [{ name: 'lunch' }], principals })
    await refused(call, 'No such user')
  })

  test('cannot be mentioned', async () => {
    const content = `@**Notification Bot** @**Notification Bot|${notifier.id}** @**Ann**`
    const { rendered } = await ann.client.call(endpoints.renderMessage, { content })
    expect([...rendered.matchAll(/data-user-id="(\d+)"/g)].map(([, id]) => Number(id))).toEqual([ann.id])
  })

  test('reserve their addresses but not their names', async () => {
    const account = { password: 'correct horse battery staple', full_name: 'Notification Bot' }
    const taken = { ...account, email: 'Notification-Bot@Parley.invalid' }
    await refused(server.owner.call(endpoints.createUser, taken), 'Email is already in use.')
    await changeRealm(server, { require_unique_names: true })
    await server.owner.call(endpoints.createUser, { ...account, email: 'no.bot@example.org' })
    await changeRealm(server, { require_unique_names: false })
  })

  test('receive direct messages and are named in them', async () => {
    const content = 'Is anybody there?'
    for (const to of [JSON.stringify([notifier.id]), notifier.deliveryEmail])
      await ann.client.call(endpoints.sendMessage, { type: 'direct', to, content })
    for (const operand of [[notifier.id], notifier.deliveryEmail]) {
      const { messages } = await ann.client.call(endpoints.getMessages, {
        ...{ anchor: 'newest', num_before: 5, num_after: 0, apply_markdown: false },
        narrow: [{ operator: 'dm', operand, negated: false }],
      })
      expect(messages.map((message) => message.content)).toEqual([content, content])
      const named = messages[0]!.display_recipient as { full_name: string }[]
      expect(named.map((person) => person.full_name).sort()).toEqual(['Ann', 'Notification Bot'])
    }
  })

  test('are created with every organization', async () => {
    const owner = { fullName: 'Nora', email: 'nora@example.net', password: 'correct horse battery staple' }
    const made = await createRealm(server.ctx, { name: 'Next context', host: 'next.example.org', owner })
    const { state } = await server.ctx.realms.live(made.realmId)
    expect([...state.systemBots.values()].map((bot) => bot.fullName)).toEqual(BOT_NAMES)
    expect(state.systemBot('notification').id).not.toBe(notifier.id)
    const loaded = await loadRealm(server.ctx.database, made.realmId, server.ctx)
    expect([...loaded.systemBots.values()]).toEqual([...state.systemBots.values()])
    expect([...loaded.users.values()].map((user) => user.fullName)).toEqual(['Nora'])
  })
})
