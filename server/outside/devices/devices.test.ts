import { beforeAll, describe, expect, test } from 'vitest'
import { endpoints } from '../../../api/endpoints/index.ts'
import type { Client } from '../../../client/client.ts'
import { explains } from '../../../test/events-explain-state.ts'
import type { Person } from '../../../test/harness.ts'
import { bot } from '../../../test/people.ts'
import { postForm } from '../../../test/post-form.ts'
import { refused } from '../../../test/refusals.ts'
import { useServer } from '../../../test/use-server.ts'
import { MAX_TOKENS } from './change-tokens.ts'
import { MAX_DEVICES } from './register-device.ts'

const {
  addApnsToken,
  addFcmToken,
  deactivateUser,
  e2eeTestNotify,
  getServerSettings,
  reactivateUser,
  registerClientDevice,
  registerPushDevice,
  registerQueue,
  removeApnsToken,
  removeClientDevice,
  removeFcmToken,
  testNotify,
} = endpoints

const NO_PUSH = {
  push_key_id: null,
  push_token_id: null,
  pending_push_token_id: null,
  push_token_last_updated_timestamp: null,
  push_registration_error_code: null,
}
const NO_BOTS = 'This endpoint does not accept bot requests.'
const NO_DEVICE = 'Invalid device_id'
const NO_RELAY = 'Server is not configured to use push notification service.'
const APNS = 'c0ffee00'.repeat(8)
const appid = 'org.example.chat'

describe('without a push relay', () => {
  const { server, ann, bob } = useServer({ members: ['ann', 'bob'] })
  let robin: Person
  let everyone: Record<string, Client>

  beforeAll(async () => {
    robin = await bot(server, 'Robin', ann)
    everyone = { Ann: ann.client, Bob: bob.client }
  })

  const add = async ({ client }: Person) => (await client.call(registerClientDevice, {})).device_id
  const remove = ({ client }: Person, device_id: number) => client.call(removeClientDevice, { device_id })
  const devicesOf = async ({ client }: Person) =>
    (await client.call(registerQueue, { fetch_event_types: ['device'] })).devices!
  const tokensOf = async ({ id }: Person) =>
    server.database.db
      .selectFrom('push_token')
      .select(['kind', 'token', 'app_id'])
      .where('user_id', '=', id)
      .orderBy('id')
      .execute()

  describe('a device', () => {
    test('is registered and removed; only its owner gets events', async () => {
      let device_id = 0
      const added = await explains(everyone, async () => {
        device_id = await add(ann)
      })
      expect(added).toMatchObject({ Ann: [{ type: 'device', op: 'add', device_id }], Bob: [] })
      const second = await add(ann)
      expect(await devicesOf(ann)).toEqual({ [device_id]: NO_PUSH, [second]: NO_PUSH })
      expect(await devicesOf(bob)).toEqual({})
      const removed = await explains(everyone, () => remove(ann, device_id))
      expect(removed).toMatchObject({ Ann: [{ type: 'device', op: 'remove', device_id }], Bob: [] })
      expect(await devicesOf(ann)).toEqual({ [second]: NO_PUSH })
      await refused(remove(ann, device_id), NO_DEVICE)
      await remove(ann, second)
    })

    test('of others does not exist', async () => {
      const device_id = await add(ann)
      await refused(remove(bob, device_id), NO_DEVICE)
      await refused(remove(ann, 999_999), NO_DEVICE)
      await refused(remove(ann, 2 ** 40), NO_DEVICE)
      await refused(remove(ann, -1), NO_DEVICE)
      expect(await postForm(server, ann, '/remove_client_device', { device_id: 'x' })).toMatchObject({
        msg: 'device_id is not valid JSON',
      })
      await remove(ann, device_id)
    })

    test('is not for bots', async () => {
      await refused(robin.client.call(registerClientDevice, {}), NO_BOTS)
      await refused(remove(robin, 1), NO_BOTS)
      await refused(robin.client.call(registerPushDevice, { device_id: 1 }), NO_BOTS)
      await refused(robin.client.call(e2eeTestNotify, {}), NO_BOTS)
      expect(await devicesOf(robin)).toEqual({})
    })

    test('makes room for a newer one', async () => {
      const old = await Promise.all(Array.from({ length: MAX_DEVICES }, () => add(bob)))
      const oldest = Math.min(...old)
      let newest = 0
      const events = await explains(everyone, async () => {
        newest = await add(bob)
      })
      expect(events['Bob']).toMatchObject([
        { op: 'remove', device_id: oldest },
        { op: 'add', device_id: newest },
      ])
      const kept = [...old.filter((id) => id !== oldest), newest]
      expect(Object.keys(await devicesOf(bob)).map(Number)).toEqual(kept.toSorted((a, b) => a - b))
    })
  })

  describe('a push token', () => {
    const addApns = ({ client }: Person, token: string) => client.call(addApnsToken, { token, appid })
    const addFcm = ({ client }: Person, token: string) => client.call(addFcmToken, { token })

    test('is stored once for each person, and removed', async () => {
      await addApns(ann, APNS)
      await addApns(ann, APNS.toUpperCase())
      await addFcm(ann, 'fcm:Token')
      await addFcm(ann, 'fcm:token')
      await addFcm(bob, 'fcm:Token')
      expect(await tokensOf(ann)).toEqual([
        { kind: 'apns', token: APNS, app_id: appid },
        { kind: 'fcm', token: 'fcm:Token', app_id: null },
        { kind: 'fcm', token: 'fcm:token', app_id: null },
      ])
      await ann.client.call(removeApnsToken, { token: APNS.toUpperCase() })
      await ann.client.call(removeFcmToken, { token: 'fcm:Token' })
      expect(await tokensOf(ann)).toEqual([{ kind: 'fcm', token: 'fcm:token', app_id: null }])
      expect(await tokensOf(bob)).toHaveLength(1)
    })

    test('of others, of another kind or that was removed does not exist', async () => {
      await addApns(ann, 'abcd')
      const ABSENT = 'Token does not exist'
      await refused(bob.client.call(removeApnsToken, { token: 'abcd' }), ABSENT)
      await refused(ann.client.call(removeFcmToken, { token: 'abcd' }), ABSENT)
      await ann.client.call(removeApnsToken, { token: 'abcd' })
      await refused(ann.client.call(removeApnsToken, { token: 'abcd' }), ABSENT)
    })

    const LENGTH = 'Empty or invalid length token'
    test.each([
      ['', LENGTH],
      ['abc', 'Invalid APNS token'],
      ['wxyz', 'Invalid APNS token'],
    ])('that is no APNs token is refused (%.10s)', async (token, msg) => {
      await refused(addApns(ann, token), msg)
      await refused(ann.client.call(removeApnsToken, { token }), msg)
    })

    test('that is no FCM token is refused', async () => {
      await refused(addFcm(ann, ''), LENGTH)
      await refused(ann.client.call(removeFcmToken, { token: '' }), LENGTH)
    })

    test.each(['apns_device_token', 'android_gcm_reg_id'])('is refused if it is too long (%s)', async (path) => {
      const form = { token: 'a'.repeat(4_098), appid }
      for (const method of ['POST', 'DELETE'])
        expect(await postForm(server, ann, `/users/me/${path}`, { ...form, method })).toMatchObject({ msg: LENGTH })
    })

    test('can have 4096 characters', async () => {
      const token = 'ab'.repeat(2_048)
      await addApns(ann, token)
      await addFcm(ann, token)
      await ann.client.call(removeApnsToken, { token })
      await ann.client.call(removeFcmToken, { token })
    })

    test.each([
      [{ token: 'ab' }, "Missing 'appid' argument"],
      [{ appid }, "Missing 'token' argument"],
      [{ token: 'ab', appid: '' }, 'appid cannot be blank'],
      [{ token: 'ab', appid: 'org example' }, 'appid has invalid format'],
      [{ token: 'ab', appid: 'x'.repeat(256) }, 'appid is too long (limit: 255 characters)'],
    ])('of an Apple device needs an app (%.40j)', async (form: Record<string, string>, msg) => {
      expect(await postForm(server, ann, '/users/me/apns_device_token', form)).toMatchObject({ msg })
    })

    test('is not for bots', async () => {
      await refused(addApns(robin, APNS), NO_BOTS)
      await refused(addFcm(robin, 'x'), NO_BOTS)
      await refused(robin.client.call(removeApnsToken, { token: APNS }), NO_BOTS)
      await refused(robin.client.call(removeFcmToken, { token: 'x' }), NO_BOTS)
      await refused(robin.client.call(testNotify, {}), NO_BOTS)
    })

    test('makes room for a newer one, the least recently registered first', async () => {
      const zoe = await server.person('Zoe')
      const rows = Array.from({ length: MAX_TOKENS }, (_, n) => ({
        realm_id: server.realm.id,
        user_id: zoe.id,
        kind: 'fcm' as const,
        token: `${n}`,
        app_id: null,
        registered_at: n,
      }))
      await server.database.db.insertInto('push_token').values(rows).execute()
      await addFcm(zoe, '0')
      await addFcm(zoe, 'one more')
      const tokens = (await tokensOf(zoe)).map(({ token }) => token)
      expect(tokens).toEqual(['0', ...rows.slice(2).map(({ token }) => token), 'one more'])
    })
  })

  test('devices and tokens end with the account, and do not come back', async () => {
    const cem = await server.person('Cem')
    await add(cem)
    await cem.client.call(addFcmToken, { token: 'x' })
    const kept = await add(ann)
    await server.owner.call(deactivateUser, { user_id: cem.id })
    await server.owner.call(reactivateUser, { user_id: cem.id })
    const again = { ...cem, client: server.clientFor(server.realm.users.get(cem.id)!) }
    expect([await devicesOf(again), await tokensOf(again)]).toEqual([{}, []])
    expect(await devicesOf(ann)).toHaveProperty(`${kept}`)
  })

  test('nobody can register for push notifications or test them', async () => {
    const device_id = await add(ann)
    const code = 'PUSH_SERVICE_NOT_CONFIGURED'
    const key = { device_id, push_key_id: 1, push_key: 'key' }
    await refused(ann.client.call(registerPushDevice, key), NO_RELAY, { code, status: 400 })
    await refused(ann.client.call(e2eeTestNotify, {}), NO_RELAY, { code })
    await refused(ann.client.call(testNotify, {}), NO_RELAY, { code })
    const state = await ann.client.call(registerQueue, { fetch_event_types: ['realm'] })
    expect(state).toMatchObject({
      realm_push_notifications_enabled: false,
      realm_push_notifications_enabled_end_timestamp: null,
    })
    const settings = await ann.client.call(getServerSettings, {})
    expect(settings.push_notifications_enabled).toBe(false)
  })
})
