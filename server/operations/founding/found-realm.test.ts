import { beforeAll, describe, expect, test } from 'vitest'
import { endpoints } from '../../../api/endpoints/index.ts'
import { type Client, createClient } from '../../../client/client.ts'
import { TestClock } from '../../../test/clock.ts'
import { recordCoverage } from '../../../test/record-coverage.ts'
import { useServer } from '../../../test/use-server.ts'
import type { RealmState } from '../../kernel/realm-state/realm-state.ts'
import { foundRealm } from './found-realm.ts'

const PASSWORD = 'correct horse battery staple'

describe('an organization that the operator creates', () => {
  let realm: RealmState
  let nora: Client
  const clock = new TestClock()
  const { server } = useServer({ clock })

  beforeAll(async () => {
    const owner = { fullName: 'Nora', email: 'nora@example.net', password: PASSWORD }
    const made = await foundRealm(server.ctx, { name: 'Tea_House', host: '127.0.0.1', owner })
    realm = (await server.ctx.realms.live(made.realmId)).state
    nora = clientOf(owner.email, made.apiKey)
  })

  const clientOf = (email: string, apiKey: string) =>
    createClient({ url: server.url, email, apiKey, userAgent: 'website', strict: true, observe: recordCoverage })
  const join = async (name: string) => {
    const email = `${name.toLowerCase()}@example.net`
    const args = { email, password: PASSWORD, full_name: name }
    const { user_id } = await nora.call(endpoints.createUser, args)
    const { apiKeySealed } = realm.users.get(user_id)!
    return { id: user_id, client: clientOf(email, server.ctx.secret.unsealKey(apiKeySealed)) }
  }
  const messages = async (client: Client, operator: string, operand: string | number) =>
    (
      await client.call(endpoints.getMessages, {
        anchor: 'newest',
        num_before: 10,
        num_after: 0,
        apply_markdown: false,
        narrow: [{ operator, operand, negated: false }],
      })
    ).messages

  test('has channels that everybody joins, and announces things in the first', async () => {
    const state = await nora.call(endpoints.registerQueue, {})
    const { id } = realm.channelByName('general')!
    expect(state.subscriptions!.map(({ name }) => name).toSorted()).toEqual(['general', 'sandbox'])
    expect(state.realm_default_streams).toHaveLength(2)
    expect(state).toMatchObject({
      realm_new_stream_announcements_stream_id: id,
      realm_signup_announcements_stream_id: -1,
      realm_service_update_announcements_stream_id: id,
    })
  })

  test('lets Enter send for its owner and everybody who joins, unless administrators change it', async () => {
    const enterSends = async (client: Client) =>
      (await client.call(endpoints.registerQueue, { fetch_event_types: ['user_settings'] })).user_settings?.enter_sends
    expect(await enterSends(nora)).toBe(true)
    expect(await enterSends((await join('Sam')).client)).toBe(true)
    await nora.call(endpoints.updateRealmUserSettingsDefaults, { enter_sends: false })
    expect(await enterSends((await join('Sue')).client)).toBe(false)
    await nora.call(endpoints.updateRealmUserSettingsDefaults, { enter_sends: true })
  })

  test('welcomes its owner and everybody who joins, once, and announces them where administrators want it', async () => {
    await join('Sid')
    await server.runJobs()
    expect(await messages(nora, 'topic', 'signups')).toEqual([])
    await nora.call(endpoints.updateRealm, { signup_announcements_stream_id: realm.channelByName('general')!.id })
    const { id, client } = await join('Tom')
    await server.runJobs()
    clock.pass(30)
    await server.runJobs()
    await server.runJobs({ retries: true })
    for (const one of [nora, client]) {
      const welcome = await messages(one, 'is', 'dm')
      expect(welcome).toMatchObject([{ sender_full_name: 'Welcome Bot', type: 'private' }])
      expect(welcome[0]!.content).toContain('welcome to Tea\\_House!')
    }
    const [announced] = await messages(nora, 'topic', 'signups')
    expect(announced).toMatchObject({
      sender_full_name: 'Notification Bot',
      display_recipient: 'general',
      content: `@_**Tom|${id}** joined this organization.`,
    })
  })

  test('tells new accounts what its administrators have written', async () => {
    await nora.call(endpoints.updateRealm, { welcome_message_custom_text: 'Read the **rules**.' })
    const { client } = await join('Una')
    await server.runJobs()
    const contents = (await messages(client, 'is', 'dm')).map(({ content }) => content)
    expect(contents).toHaveLength(2)
    expect(contents[1]).toBe('Read the **rules**.')
  })

  test('announces new channels when asked to, but not private ones', async () => {
    const create = (names: string[], more: object = {}) =>
      nora.call(endpoints.subscribe, { subscriptions: names.map((name) => ({ name })), announce: true, ...more })
    await create(['oolong'])
    await create(['green', 'black'])
    await create(['secret'], { invite_only: true })
    await create(['quiet'], { announce: false })
    await create(['oolong'])
    const { id } = realm.userByEmail('nora@example.net')!
    expect((await messages(nora, 'topic', 'new channels')).map(({ content }) => content)).toEqual([
      `@_**Nora|${id}** created a new channel #**oolong**.`,
      `@_**Nora|${id}** created the following channels: #**green**, #**black**.`,
    ])
  })

  test('announces nothing where no channel is chosen', async () => {
    const none = { new_stream_announcements_stream_id: -1, signup_announcements_stream_id: -1 }
    await nora.call(endpoints.updateRealm, none)
    const general = async () => (await messages(nora, 'channel', 'general')).length
    const before = await general()
    await join('Vic')
    await nora.call(endpoints.subscribe, { subscriptions: [{ name: 'white' }], announce: true })
    expect(await general()).toBe(before)
  })
})
