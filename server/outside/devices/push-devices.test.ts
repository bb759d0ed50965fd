import type { ServerResponse } from 'node:http'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { ArgsOf } from '../../../api/contract.ts'
import { endpoints } from '../../../api/endpoints/index.ts'
import { TestClock } from '../../../test/clock.ts'
import { explains } from '../../../test/events-explain-state.ts'
import { type Person, startTestServer } from '../../../test/harness.ts'
import { opened } from '../../../test/opened.ts'
import { json, type Receiver, startReceiver } from '../../../test/outside/receiver.ts'
import { postForm } from '../../../test/post-form.ts'
import { refused } from '../../../test/refusals.ts'
import { usePeople } from '../../../test/use-server.ts'

const { addFcmToken, e2eeTestNotify, registerClientDevice, registerPushDevice, registerQueue, testNotify } = endpoints

const DAY = 86_400
const SUCCESS = json({ result: 'success', msg: '' })
const failure = (code: string, status = 400) => json({ result: 'error', msg: 'No', code }, status)
const hangs = () => {}
const hangsUp = (response: ServerResponse) => void response.destroy()

describe('with a push relay', () => {
  const clock = new TestClock()
  const relay = opened(startReceiver)
  const env = () => ({
    PARLEY_PUSH_RELAY_URL: `http://parley:s%2Fcret@${new URL(relay.url).host}`,
    PARLEY_OUTGOING_ALLOW: '127.0.0.1',
    PARLEY_RATE_LIMITS: 'off',
  })
  const server = opened(() => startTestServer({ clock, env: env() }))
  /** Another node, which gives up at once when the relay hangs. */
  const impatient = opened(() => startTestServer({ clock, env: env(), outgoingLimit: 300, beside: server }))
  const { ann, bob } = usePeople(server, { members: ['ann', 'bob'] })

  // The messages that welcome them.
  beforeAll(() => server.runJobs())
  beforeEach(() => {
    relay.requests.length = 0
    relay.answer = SUCCESS
  })

  const everyone = () => ({ Ann: ann.client, Bob: bob.client })
  const add = async ({ client } = ann) => (await client.call(registerClientDevice, {})).device_id
  const token = (token_id: string) => ({
    token_kind: 'fcm' as const,
    token_id,
    bouncer_public_key: 'public key',
    encrypted_push_registration: `sealed ${token_id}`,
  })
  const register = (wanted: ArgsOf<typeof registerPushDevice>, { client } = ann) =>
    client.call(registerPushDevice, wanted)
  const deviceOf = async (device_id: number, { client } = ann) =>
    (await client.call(registerQueue, { fetch_event_types: ['device'] })).devices![device_id]
  const received = () => relay.requests.map(({ path, body }) => [path, Object.fromEntries(new URLSearchParams(body))])
  const nodeFor = (answer: Receiver['answer']) => (answer === hangs ? impatient : server)
  const asked = () => relay.requests.length

  test('clients learn that push notifications are possible', async () => {
    const state = await ann.client.call(registerQueue, { fetch_event_types: ['realm'] })
    expect(state.realm_push_notifications_enabled).toBe(true)
    expect((await ann.client.call(endpoints.getServerSettings, {})).push_notifications_enabled).toBe(true)
  })

  describe('a device', () => {
    test('gets a key, which is stored encrypted', async () => {
      const device_id = await add()
      const key = { device_id, push_key_id: 7, push_key: 'secret key' }
      const events = await explains(everyone(), () => register(key))
      const event = { id: expect.any(Number), type: 'device', op: 'update', device_id, push_key_id: 7 }
      expect(events).toEqual({ Ann: [event], Bob: [] })
      const select = server.database.db.selectFrom('client_device').select('push_key_sealed')
      const { push_key_sealed: sealed } = await select.where('id', '=', device_id).executeTakeFirstOrThrow()
      expect(sealed).not.toContain('secret key')
      expect(server.ctx.secret.unsealKey(sealed!)).toBe('secret key')
      expect((await explains(everyone(), () => register(key)))['Ann']).toEqual([])
      await register({ ...key, push_key_id: 8 })
      expect(await deviceOf(device_id)).toMatchObject({ push_key_id: 8, push_token_id: null })
      await server.runJobs()
      expect(asked()).toBe(0)
    })

    test('gets a token when the relay has registered it; only its owner gets events', async () => {
      const device_id = await add()
      const wanted = { device_id, push_key_id: 1, push_key: 'key', ...token('first') }
      const pending = await explains(everyone(), () => register(wanted))
      expect(pending).toMatchObject({
        Ann: [{ op: 'update', push_key_id: 1, pending_push_token_id: 'first' }],
        Bob: [],
      })
      expect(asked()).toBe(0)
      const done = await explains(everyone(), () => server.runJobs())
      const time = { push_token_last_updated_timestamp: clock.now() / 1000 }
      expect(done).toMatchObject({
        Ann: [{ op: 'update', device_id, push_token_id: 'first', pending_push_token_id: null, ...time }],
        Bob: [],
      })
      expect(received()).toEqual([
        [
          '/api/v1/remotes/push/e2ee/register',
          {
            realm_uuid: server.realm.info.uuid,
            token_id: 'first',
            encrypted_push_registration: 'sealed first',
            bouncer_public_key: 'public key',
          },
        ],
      ])
      expect(relay.requests[0]!.headers).toMatchObject({
        authorization: `Basic ${btoa('parley:s/cret')}`,
        'content-type': 'application/x-www-form-urlencoded',
      })
      expect(await deviceOf(device_id)).toEqual({
        push_key_id: 1,
        push_token_id: 'first',
        pending_push_token_id: null,
        push_registration_error_code: null,
        ...time,
      })
      await server.runJobs()
      expect(asked()).toBe(1)
    })

    test('of others does not exist', async () => {
      const device_id = await add()
      for (const id of [device_id, 999_999, 2 ** 40])
        await refused(register({ device_id: id, ...token('x') }, bob), 'Invalid device_id')
      await server.runJobs()
      expect(asked()).toBe(0)
    })

    const needs = (required_parameter: string, set_parameter: string) => ({
      msg: `${required_parameter} is required when ${set_parameter} is set.`,
      code: 'BAD_REQUEST',
      required_parameter,
      set_parameter,
    })
    test.each([
      [{ push_key_id: '1' }, needs('push_key', 'push_key_id')],
      [{ push_key: 'x' }, needs('push_key_id', 'push_key')],
      [{ token_id: 'x' }, needs('token_kind', 'token_id')],
      [
        { token_kind: 'fcm', token_id: 'x', bouncer_public_key: 'x' },
        needs('encrypted_push_registration', 'token_kind'),
      ],
      [{}, { msg: 'Client did not pass any new values.' }],
      [{ token_kind: 'gcm' }, { msg: 'Invalid token_kind' }],
      [{ push_key: '' }, { msg: 'push_key cannot be blank' }],
      [{ push_key: 'x'.repeat(501) }, { msg: 'push_key is too long (limit: 500 characters)' }],
      [{ push_key_id: 'x' }, { msg: 'push_key_id is not valid JSON' }],
      [
        { encrypted_push_registration: 'x'.repeat(10_001) },
        { msg: 'encrypted_push_registration is too long (limit: 10000 characters)' },
      ],
    ])('is not registered with %.60j', async (form: Record<string, string>, answer) => {
      const device_id = `${await add(bob)}`
      expect(await postForm(server, bob, '/mobile_push/register', { device_id, ...form })).toMatchObject(answer)
    })
  })

  describe('a registration', () => {
    test('is retried while the relay fails, hangs or refuses the server, until it recovers', async () => {
      const device_id = await add()
      relay.answer = failure('', 500)
      await register({ device_id, ...token('patient') })
      await server.runJobs()
      relay.answer = hangs
      clock.pass(29)
      await server.runJobs()
      expect(asked()).toBe(1)
      for (const [answer, wait] of [
        [hangs, 1],
        [hangsUp, 60],
        [failure('MISSING_REMOTE_REALM', 403), 120],
        [(response: ServerResponse) => void response.end('<p>Hello</p>'), 240],
      ] as const) {
        relay.answer = answer
        clock.pass(wait)
        await nodeFor(answer).runJobs()
        expect(await deviceOf(device_id)).toMatchObject({ push_token_id: null, pending_push_token_id: 'patient' })
      }
      expect(asked()).toBe(5)
      relay.answer = SUCCESS
      clock.pass(480)
      await server.runJobs()
      expect(asked()).toBe(6)
      expect(await deviceOf(device_id)).toMatchObject({ push_token_id: 'patient', pending_push_token_id: null })
    })

    test('waits as long as the relay asks for, at most an hour', async () => {
      const device_id = await add()
      const busy = (seconds: string) => (response: ServerResponse) =>
        void response.writeHead(429, { 'retry-after': seconds }).end()
      relay.answer = busy('300')
      await register({ device_id, ...token('busy') })
      await server.runJobs()
      clock.pass(299)
      await server.runJobs()
      expect(asked()).toBe(1)
      relay.answer = busy('999999')
      clock.pass(1)
      await server.runJobs()
      relay.answer = SUCCESS
      clock.pass(3_600)
      await server.runJobs()
      expect(await deviceOf(device_id)).toMatchObject({ push_token_id: 'busy' })
    })

    test('is given up after a day', async () => {
      const device_id = await add()
      relay.answer = hangsUp
      await register({ device_id, ...token('unlucky') })
      await server.runJobs()
      clock.pass(DAY - 100)
      await server.runJobs()
      expect(await deviceOf(device_id)).toMatchObject({ pending_push_token_id: 'unlucky' })
      clock.pass(60)
      const events = await explains(everyone(), () => server.runJobs())
      const error = { pending_push_token_id: null, push_registration_error_code: 'REQUEST_EXPIRED' }
      expect(events).toMatchObject({ Ann: [{ op: 'update', device_id, ...error }], Bob: [] })
      clock.pass(DAY)
      await server.runJobs()
      expect(asked()).toBe(3)
    })

    test.each([
      ['INVALID_BOUNCER_PUBLIC_KEY', 'INVALID_BOUNCER_PUBLIC_KEY'],
      ['REQUEST_EXPIRED', 'REQUEST_EXPIRED'],
      ['BAD_REQUEST', 'REQUEST_EXPIRED'],
    ])('that the relay refuses with %s ends with %s, until the next one', async (code, error) => {
      const device_id = await add()
      await register({ device_id, ...token('old') })
      await server.runJobs()
      relay.answer = failure(code)
      await register({ device_id, ...token('new') })
      await server.runJobs()
      const after = { push_token_id: 'old', pending_push_token_id: null }
      expect(await deviceOf(device_id)).toMatchObject({ ...after, push_registration_error_code: error })
      clock.pass(DAY)
      await server.runJobs()
      expect(asked()).toBe(2)
      relay.answer = SUCCESS
      const events = await explains(everyone(), () => register({ device_id, ...token('new') }))
      expect(events['Ann']).toMatchObject([{ pending_push_token_id: 'new', push_registration_error_code: null }])
      await server.runJobs()
      expect(await deviceOf(device_id)).toMatchObject({ push_token_id: 'new', push_registration_error_code: null })
    })

    test('does not confirm a later one that comes while the relay answers', async () => {
      const device_id = await add()
      await register({ device_id, ...token('first') })
      relay.answer = (response) => {
        relay.answer = hangsUp
        void register({ device_id, ...token('second') }).then(() => SUCCESS(response))
      }
      await server.runJobs()
      expect(await deviceOf(device_id)).toMatchObject({ push_token_id: null, pending_push_token_id: 'second' })
      relay.answer = SUCCESS
      clock.pass(60)
      await server.runJobs()
      expect(await deviceOf(device_id)).toMatchObject({ push_token_id: 'second', pending_push_token_id: null })
    })

    test('is replaced by a later one, and ends with its device or its account', async () => {
      const [replaced, removed] = [await add(), await add()]
      const cem = await server.person('Cem')
      const gone = await add(cem)
      relay.answer = hangsUp
      await register({ device_id: replaced, ...token('first') })
      await register({ device_id: removed, ...token('removed') })
      await register({ device_id: gone, ...token('gone') }, cem)
      await server.runJobs()
      relay.requests.length = 0
      relay.answer = SUCCESS
      await register({ device_id: replaced, ...token('second') })
      await ann.client.call(endpoints.removeClientDevice, { device_id: removed })
      await server.owner.call(endpoints.deactivateUser, { user_id: cem.id })
      clock.pass(60)
      await server.runJobs()
      expect(received().map(([, form]) => form)).toMatchObject([{ token_id: 'second' }])
      expect(await deviceOf(replaced)).toMatchObject({ push_token_id: 'second' })
    })
  })

  const unreachable = { code: 'FAILED_TO_CONNECT_BOUNCER', status: 502 } as const
  const broken = { code: 'INTERNAL_SERVER_ERROR_ON_BOUNCER', status: 502 } as const
  const notAccepted = { code: 'ADMIN_ACTION_REQUIRED', status: 403 } as const
  const UNREGISTERED = 'The push relay does not accept this server. Its operator must register it there.'
  const FAILURES = [
    [hangs, 'The push relay cannot be reached: the request timed out.', unreachable],
    [hangsUp, 'The push relay cannot be reached: the connection failed.', unreachable],
    [failure('', 500), 'The push relay failed: the response has status 500.', broken],
    [json([]), 'The push relay failed: the response has status 200.', broken],
    [failure('MISSING_REMOTE_REALM', 403), UNREGISTERED, notAccepted],
  ] as const

  describe('a test notification to devices', () => {
    let zoe: Person
    const ask = (device_id?: number, { client } = zoe) =>
      client.call(e2eeTestNotify, device_id === undefined ? {} : { device_id })
    const NONE = 'No active registered push device'
    const none = { code: 'NO_ACTIVE_PUSH_DEVICE', status: 400 } as const
    let [first, second, pending] = [0, 0, 0]

    beforeAll(async () => {
      zoe = await server.person('Zoe')
      await refused(ask(), NONE, none)
      ;[first, second] = [await add(zoe), await add(zoe)]
      relay.answer = SUCCESS
      await register({ device_id: first, ...token('one') }, zoe)
      await register({ device_id: second, ...token('two') }, zoe)
      await server.runJobs()
      pending = await add(zoe)
      await register({ device_id: pending, ...token('three') }, zoe)
    })

    test('goes to all with a registered token, or to one', async () => {
      await ask()
      await ask(second)
      const realm_uuid = server.realm.info.uuid
      const path = '/api/v1/remotes/push/e2ee/test_notification'
      expect(received()).toEqual([
        [path, { realm_uuid, token_ids: '["one","two"]' }],
        [path, { realm_uuid, token_ids: '["two"]' }],
      ])
    })

    test('needs a device of the caller with a registered token, which the relay knows', async () => {
      await refused(ask(pending), NONE, none)
      await refused(ask(999_999), NONE, none)
      await refused(ask(first, bob), NONE, none)
      expect(asked()).toBe(0)
      relay.answer = failure('INVALID_REMOTE_PUSH_DEVICE_TOKEN')
      await refused(ask(), NONE, none)
    })
  })

  describe('a test notification to tokens', () => {
    let yan: Person
    const ask = (token?: string, { client } = yan) => client.call(testNotify, token === undefined ? {} : { token })
    const NONE = 'Device not recognized'
    const none = { code: 'INVALID_PUSH_DEVICE_TOKEN', status: 400 } as const

    beforeAll(async () => {
      yan = await server.person('Yan')
      await refused(ask(), NONE, none)
      await yan.client.call(endpoints.addApnsToken, { token: 'abcd', appid: 'org.example.chat' })
      await yan.client.call(addFcmToken, { token: 'Token' })
    })

    test('goes to all, or to one', async () => {
      await ask()
      await ask('ABCD')
      await ask('Token')
      const path = '/api/v1/remotes/push/test_notification'
      const apns = { kind: 'apns', token: 'abcd', app_id: 'org.example.chat' }
      const fcm = { kind: 'fcm', token: 'Token', app_id: null }
      const realm_uuid = server.realm.info.uuid
      expect(received()).toEqual(
        [[apns, fcm], [apns], [fcm]].map((tokens) => [path, { realm_uuid, tokens: JSON.stringify(tokens) }]),
      )
    })

    test('needs a token of the caller, which the relay knows', async () => {
      await refused(ask('token'), NONE, none)
      await refused(ask('Token', bob), NONE, none)
      expect(asked()).toBe(0)
      relay.answer = failure('INVALID_REMOTE_PUSH_DEVICE_TOKEN')
      const unknown = { code: 'INVALID_REMOTE_PUSH_DEVICE_TOKEN', status: 400 } as const
      await refused(ask('Token'), 'Device not recognized by the push bouncer', unknown)
    })
  })

  test.each(FAILURES)('a test notification says how the relay failed (%#)', async (answer, msg, refusal) => {
    const device_id = await add()
    await register({ device_id, ...token('known') })
    await ann.client.call(addFcmToken, { token: 'Token' })
    await server.runJobs()
    const client = nodeFor(answer).clientFor(server.realm.users.get(ann.id)!)
    relay.answer = answer
    await refused(client.call(e2eeTestNotify, { device_id }), msg, refusal)
    await refused(client.call(testNotify, { token: 'Token' }), msg, refusal)
    relay.answer = SUCCESS
    await ann.client.call(e2eeTestNotify, { device_id })
    await ann.client.call(testNotify, { token: 'Token' })
  })
})
