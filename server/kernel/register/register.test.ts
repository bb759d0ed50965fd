import { beforeAll, describe, expect, test } from 'vitest'
import { endpoints } from '../../../api/endpoints/index.ts'
import { createClient } from '../../../client/client.ts'
import { crowd } from '../../../test/crowd.ts'
import type { Person } from '../../../test/harness.ts'
import { administrator, changeAccount, guest } from '../../../test/people.ts'
import { recordCoverage } from '../../../test/record-coverage.ts'
import { useServer } from '../../../test/use-server.ts'

const { registerQueue, subscribe } = endpoints

describe('the accounts of a large organization', () => {
  const { server } = useServer()
  let people: Record<'ada' | 'bob' | 'dan' | 'eve', Person>
  const VISIBLE_TO_ADMINISTRATORS = 3

  beforeAll(async () => {
    const [ada, bob] = [await administrator(server, 'Ada'), await server.person('Bob')]
    // So that later accounts are in another piece of the text.
    await crowd(server, 100)
    const [dan, eve] = [await server.person('Dan'), await guest(server, 'Eve')]
    for (const { id } of [dan, eve])
      await changeAccount(server, id, { email_address_visibility: VISIBLE_TO_ADMINISTRATORS })
    people = { ada, bob, dan, eve }
  })

  const addressesFor = async (person: Person) => {
    const { realm_users } = await person.client.call(registerQueue, { fetch_event_types: ['realm_user'] })
    const address = (id: number) => realm_users!.find((user) => user.user_id === id)?.delivery_email
    return { dan: address(people.dan.id), eve: address(people.eve.id), count: realm_users!.length }
  }

  test('show each person the addresses that they may see, also after others have registered', async () => {
    const { ada, bob, dan, eve } = people
    const all = server.realm.users.size
    for (const _ of ['first', 'again']) {
      expect(await addressesFor(ada)).toEqual({ dan: dan.email, eve: eve.email, count: all })
      expect(await addressesFor(bob)).toEqual({ dan: null, eve: null, count: all })
      expect(await addressesFor(dan)).toEqual({ dan: dan.email, eve: null, count: all })
      expect(await addressesFor(eve)).toEqual({ dan: null, eve: eve.email, count: all })
    }
  })

  test('show every change since the last registration', async () => {
    const { bob, dan } = people
    const last = [...server.realm.users.values()].at(-1)!.id
    await addressesFor(bob)
    await changeAccount(server, last, { full_name: 'Renamed' })
    await changeAccount(server, dan.id, { is_active: false })
    const state = await bob.client.call(registerQueue, { fetch_event_types: ['realm_user'] })
    expect(state.realm_users!.find((user) => user.user_id === last)?.full_name).toBe('Renamed')
    expect(state.realm_users!.some((user) => user.user_id === dan.id)).toBe(false)
    expect(state.realm_non_active_users!.map((user) => user.user_id)).toEqual([dan.id])
  })
})

describe('a visitor without an account', () => {
  const { server } = useServer()

  const visitor = () => createClient({ url: server.url, strict: true, observe: recordCoverage })
  const open = (enable_spectator_access: boolean) =>
    server.ctx.transact(server.realm.id, async (tx) => {
      const { info } = server.realm
      tx.record([{ put: 'realm', value: { ...info, settings: { ...info.settings, enable_spectator_access } } }])
    })

  test('has to sign in while nothing is public', async () => {
    await expect(visitor().call(registerQueue, {})).rejects.toMatchObject({ status: 401, code: 'UNAUTHORIZED' })
    await open(true)
    await expect(visitor().call(registerQueue, {})).rejects.toMatchObject({ status: 401, code: 'UNAUTHORIZED' })
  })

  test('gets state without a queue once there is a web-public channel, and nothing personal', async () => {
    await server.owner.call(subscribe, { subscriptions: [{ name: 'town square' }], is_web_public: true })
    await server.owner.call(subscribe, { subscriptions: [{ name: 'back room' }], invite_only: true })
    const state = await visitor().call(registerQueue, {})
    expect(state).toMatchObject({
      queue_id: null,
      last_event_id: -1,
      realm_name: 'Test',
      subscriptions: [{ name: 'town square', is_muted: false, pin_to_top: false, desktop_notifications: false }],
      unsubscribed: [],
      never_subscribed: [],
      is_admin: false,
      is_guest: true,
    })
    expect(state.subscriptions![0]!.color).toMatch(/^#[0-9a-f]{6}$/)
    expect(state.idle_queue_timeout_secs).toBeUndefined()
    expect(state.streams!.map((channel) => channel.name)).toEqual(['town square'])
    expect(state.realm_users).toMatchObject([{ delivery_email: null, presence_enabled: false }])
    await open(false)
    await expect(visitor().call(registerQueue, {})).rejects.toMatchObject({ status: 401 })
  })

  test('gets every field that an account gets, except the lifetime of a queue', async () => {
    await open(true)
    const [shown, owned] = [await visitor().call(registerQueue, {}), await server.owner.call(registerQueue, {})]
    const missing = Object.keys(owned).filter((field) => !Object.hasOwn(shown, field))
    expect(missing).toEqual(['idle_queue_timeout_secs'])
    expect(Object.keys(shown.user_settings!).sort()).toEqual(Object.keys(owned.user_settings!).sort())
    expect(shown).toMatchObject({ user_id: 0, email: '', delivery_email: '', full_name: '', avatar_url: '' })
    expect(shown.realm_users).toMatchObject([
      { full_name: 'Olivia Owner', delivery_email: null, email: `user${server.ownerId}@localhost`, profile_data: {} },
    ])
    const settings = () => visitor().call(endpoints.getServerSettings, {})
    expect(await settings()).toMatchObject({ realm_web_public_access_enabled: true })
    expect(shown.server_web_public_streams_enabled).toBe(true)
    const some = await visitor().call(registerQueue, { fetch_event_types: ['user_settings'] })
    expect(some.user_settings).toMatchObject({ default_language: 'en', timezone: '', email_address_visibility: 3 })
    expect(some).not.toHaveProperty('user_id')
    await open(false)
    expect(await settings()).toMatchObject({ realm_web_public_access_enabled: false })
  })

  test('may not request avatars to compute, or subscribers', async () => {
    await open(true)
    await expect(visitor().call(registerQueue, { client_gravatar: true })).rejects.toThrow(
      "Invalid 'client_gravatar' parameter for anonymous request",
    )
    await expect(visitor().call(registerQueue, { include_subscribers: 'true' })).rejects.toThrow(
      "Invalid 'include_subscribers' parameter for anonymous request",
    )
    await open(false)
  })
})
