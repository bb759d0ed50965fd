import { createHmac } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { endpoints } from '../../../api/endpoints/index.ts'
import { createClient } from '../../../client/client.ts'
import { explains } from '../../../test/events-explain-state.ts'
import { startTestServer } from '../../../test/harness.ts'
import { bot, changeAccount } from '../../../test/people.ts'
import { recordCoverage } from '../../../test/record-coverage.ts'
import { refused } from '../../../test/refusals.ts'
import { useServer } from '../../../test/use-server.ts'

const SECRET = 'a secret of more than thirty-two characters'
const PASSWORD = 'correct horse battery staple'
const LONG_AGO = 1_000_000_000

const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')

function sign(claims: unknown, { secret = SECRET, alg = 'HS256' } = {}): string {
  const text = `${encode({ alg, typ: 'JWT' })}.${encode(claims)}`
  return `${text}.${createHmac('sha256', secret).update(text).digest('base64url')}`
}

describe('keys', () => {
  const { server, ann } = useServer({ members: ['ann'], env: { PARLEY_JWT_SECRET: SECRET } })

  const visitor = () => createClient({ url: server.url, strict: true, observe: recordCoverage })
  const fetchKey = (token: string, include_profile = false) =>
    visitor().call(endpoints.jwtFetchApiKey, { token, include_profile })

  describe('by a signed token', () => {
    test('are those of the account with its address', async () => {
      const answer = await fetchKey(sign({ email: 'ANN@example.org' }))
      expect(answer).toEqual({ api_key: ann.apiKey, email: ann.email })
      const { user } = await fetchKey(sign({ email: ann.email, exp: 4_000_000_000, nbf: LONG_AGO }), true)
      expect(user).toMatchObject({ user_id: ann.id, delivery_email: ann.email, is_active: true })
    })

    test.each([
      ['with another secret', () => sign({ email: 'ann@example.org' }, { secret: `${SECRET}!` })],
      ['with another algorithm', () => sign({ email: 'ann@example.org' }, { alg: 'none' })],
      ['without a signature', () => `${encode({ alg: 'none' })}.${encode({ email: 'ann@example.org' })}.`],
      [
        'with changed claims',
        () => sign({ email: 'x' }).replace(/\.[^.]+\./, `.${encode({ email: 'ann@example.org' })}.`),
      ],
      ['that has ended', () => sign({ email: 'ann@example.org', exp: LONG_AGO })],
      ['that begins later', () => sign({ email: 'ann@example.org', nbf: 4_000_000_000 })],
      ['that ends at a word', () => sign({ email: 'ann@example.org', exp: 'never' })],
      ['that is no object', () => sign('ann@example.org')],
      ['that is too long', () => sign({ email: 'ann@example.org', more: 'x'.repeat(20_000) })],
      ['that is none', () => 'token'],
      ['that is empty', () => ''],
    ])('are not given %s', async (_, make) => {
      await refused(fetchKey(make()), 'Bad JSON web token')
    })

    test('are not given without an address, or to nobody, a bot or somebody who is gone', async () => {
      await refused(fetchKey(sign({ sub: ann.email })), 'No email specified in JSON web token claims')
      const failed = { code: 'AUTHENTICATION_FAILED', status: 401 } as const
      await refused(fetchKey(sign({ email: 'no@example.org' })), 'Your username or password is incorrect', failed)
      const robin = await bot(server, 'Robin', ann)
      await refused(fetchKey(sign({ email: robin.email })), 'Your username or password is incorrect', failed)
      const dan = await server.person('Dan')
      await server.owner.call(endpoints.deactivateUser, { user_id: dan.id })
      const gone = { code: 'USER_DEACTIVATED', status: 401 } as const
      await refused(fetchKey(sign({ email: dan.email })), 'Account is deactivated', gone)
    })

    test('are not given where the operator has set no secret', async () => {
      const other = await startTestServer()
      const client = createClient({ url: other.url, strict: true })
      const call = client.call(endpoints.jwtFetchApiKey, { token: sign({ email: 'x' }) })
      await refused(call, 'JWT authentication is not enabled for this organization')
      await other.close()
    })
  })

  describe('replaced', () => {
    test('stop working at once', async () => {
      const bob = await server.person('Bob')
      const { api_key } = await bob.client.call(endpoints.regenerateApiKey, {})
      expect(api_key).toMatch(/^[A-Za-z0-9]{32}$/)
      await refused(bob.client.call(endpoints.getOwnUser, {}), 'Invalid API key', { code: 'UNAUTHORIZED' })
      const renewed = server.clientFor(server.realm.users.get(bob.id)!)
      expect((await renewed.call(endpoints.getOwnUser, {})).user_id).toBe(bob.id)
      expect((await renewed.call(endpoints.fetchApiKey, { username: bob.email, password: PASSWORD })).api_key).toBe(
        api_key,
      )
    })

    test('deliver nothing more to an open poll', async () => {
      const cid = await server.person('Cid', 'lunch')
      const { queue_id, last_event_id } = await cid.client.call(endpoints.registerQueue, { event_types: ['message'] })
      const poll = cid.client.call(endpoints.getEvents, { queue_id: queue_id!, last_event_id })
      await expect.poll(() => server.ctx.queues.openPolls).toBe(1)
      await cid.client.call(endpoints.regenerateApiKey, {})
      await server.owner.call(endpoints.subscribe, { subscriptions: [{ name: 'lunch' }] })
      const secret = { type: 'channel', to: 'lunch', topic: 'x', content: 'after the change' } as const
      await server.owner.call(endpoints.sendMessage, secret)
      expect((await poll).events).toMatchObject([{ type: 'heartbeat' }])
    })

    test('only by people', async () => {
      const robin = await bot(server, 'Rob', ann)
      const msg = 'This endpoint does not accept bot requests.'
      await refused(robin.client.call(endpoints.regenerateApiKey, {}), msg)
    })
  })

  test('make an imported account one that has joined now', async () => {
    const cho = await server.person('Cho')
    await changeAccount(server, cho.id, { is_imported_stub: true, date_joined: LONG_AGO })
    const shown = async () => (await ann.client.call(endpoints.getUser, { user_id: cho.id })).user
    expect(await shown()).toMatchObject({ is_imported_stub: true, date_joined: '2001-09-09T01:46:40+00:00' })
    const signIn = () => visitor().call(endpoints.fetchApiKey, { username: cho.email, password: PASSWORD })
    const told = await explains({ Olivia: server.owner, Ann: ann.client }, () => Promise.all([signIn(), signIn()]))
    const { date_joined } = await shown()
    expect(date_joined).not.toBe('2001-09-09T01:46:40+00:00')
    const person = { user_id: cho.id, is_imported_stub: false, date_joined }
    expect(told['Ann']).toMatchObject([{ type: 'realm_user', op: 'update', person }])
    expect(await shown()).toMatchObject({ is_imported_stub: false })
  })
})
