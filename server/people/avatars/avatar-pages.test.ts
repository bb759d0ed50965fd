import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { type IncomingMessage, request } from 'node:http'
import { beforeAll, describe, expect, test } from 'vitest'
import { endpoints } from '../../../api/endpoints/index.ts'
import type { Person } from '../../../test/harness.ts'
import { bot, changeAccount, changeChannel, changeRealm } from '../../../test/people.ts'
import { picture } from '../../../test/pictures.ts'
import { useServer } from '../../../test/use-server.ts'
import { deactivateUser } from '../../accounts/deactivation/deactivate-user.ts'
import { fileName, newFileToken } from '../../kernel/files/file-name.ts'
import { createRealm } from '../../operations/founding/create-realm.ts'

const { server, ann, bob, ada, gus } = useServer({
  members: ['ann', 'bob'],
  administrators: ['ada'],
  guests: ['gus'],
  env: { PARLEY_TRUSTED_PROXIES: '127.0.0.1' },
})
let uploaded: string

beforeAll(async () => {
  const file = { filename: 'me.png', type: 'image/png', bytes: await picture() }
  uploaded = (await bob.client.call(endpoints.uploadAvatar, { file })).avatar_url
})

const basic = ({ email, apiKey }: Pick<Person, 'email' | 'apiKey'>) => ({
  authorization: `Basic ${btoa(`${email}:${apiKey}`)}`,
})

/** Does not use `fetch`, which follows redirects, normalizes paths and sets its own host. */
async function get(path: string, headers: Record<string, string> = {}, method = 'GET') {
  const { port } = new URL(server.url)
  const asked = request({ host: '127.0.0.1', port, path, method, headers: { host: 'localhost', ...headers } }).end()
  const [answer] = (await once(asked, 'response')) as [IncomingMessage]
  const bytes = Buffer.concat(await answer.toArray())
  const isJson = answer.headers['content-type'] === 'application/json' && bytes.length > 0
  return {
    status: answer.statusCode,
    headers: answer.headers,
    location: answer.headers.location,
    bytes,
    json: isJson ? (JSON.parse(bytes.toString()) as Record<string, unknown>) : null,
  }
}

const NOT_FOUND = { status: 404, json: { result: 'error', code: 'BAD_REQUEST', msg: 'Not Found' } }
const UNKNOWN = {
  status: 400,
  location: undefined,
  json: { result: 'error', code: 'BAD_REQUEST', msg: 'No such user' },
}
const medium = (url: string) => url.replace('.png', '-medium.png')

describe('GET /avatar', () => {
  test.each(['', '/api/v1'])(
    '%s/avatar redirects to the picture of an account, by id and by address',
    async (prefix) => {
      for (const who of [bob.id, bob.apiEmail, bob.apiEmail.toUpperCase(), encodeURIComponent(bob.apiEmail)]) {
        const path = `${prefix}/avatar/${who}`
        expect(await get(path, basic(ann))).toMatchObject({ status: 302, location: uploaded })
        expect(await get(`${path}?version=7`, basic(ann))).toMatchObject({ status: 302, location: uploaded })
        expect(await get(`${path}/medium`, basic(gus))).toMatchObject({ status: 302, location: medium(uploaded) })
        expect(await get(path, basic(ann), 'HEAD')).toMatchObject({ status: 302, location: uploaded })
      }
      expect(await get(uploaded)).toMatchObject({ status: 200 })
    },
  )

  test('may not be cached, because the picture may change', async () => {
    expect((await get(`/avatar/${bob.id}`, basic(ann))).headers['cache-control']).toContain('no-store')
  })

  test('redirects to a generated picture if there is no other', async () => {
    const { location } = await get(`/avatar/${ann.id}/medium`, basic(ann))
    expect(location).toBe(`/user_avatars/${server.realm.id}/generated/${ann.id}-medium.png?version=1`)
  })

  test('accepts the key alone, which pages can put into an address', async () => {
    expect(await get(`/avatar/${bob.id}?api_key=${ann.apiKey}`)).toMatchObject({ status: 302, location: uploaded })
    const wrong = { status: 401, json: { msg: 'Invalid API key' } }
    expect(await get(`/avatar/${bob.id}?api_key=${'x'.repeat(32)}`)).toMatchObject(wrong)
    expect(await get(`/avatar/${bob.id}?api_key=x`)).toMatchObject({ status: 401, json: { msg: 'Malformed API key' } })
    // Other endpoints do not accept it.
    expect(await get(`/api/v1/users/me?api_key=${ann.apiKey}`)).toMatchObject({ status: 401 })
  })

  test('requires an account, unless the organization admits visitors', async () => {
    const refusal = { status: 401, json: { code: 'UNAUTHORIZED' } }
    expect(await get(`/avatar/${bob.id}`)).toMatchObject(refusal)
    expect(await get('/avatar/99999')).toMatchObject(refusal)
    await changeRealm(server, { enable_spectator_access: true })
    const general = server.realm.channelByName('general')!
    await changeChannel(server, general.id, { is_web_public: true })
    expect(await get(`/avatar/${bob.id}`)).toMatchObject({ status: 302, location: uploaded })
    expect(await get(`/avatar/user${bob.id}@localhost`)).toMatchObject({ status: 302, location: uploaded })
    expect(await get(`/avatar/${bob.email}`)).toMatchObject(UNKNOWN)
    expect(await get('/avatar/99999')).toMatchObject(UNKNOWN)
    await changeRealm(server, { enable_spectator_access: false })
    expect(await get(`/avatar/${bob.id}`)).toMatchObject(refusal)
  })

  test.each(['99999', '0', '-1', 'nobody@example.org', 'x', '%00', '%F0%9F%99%82', `${2 ** 63}`])(
    'does not find %s',
    async (who) => {
      expect(await get(`/avatar/${who}`, basic(ann))).toMatchObject(UNKNOWN)
      expect(await get(`/avatar/${who}/medium`, basic(ann))).toMatchObject(UNKNOWN)
    },
  )

  test('does not find an account by an address that the viewer may not see', async () => {
    await changeAccount(server, bob.id, { email_address_visibility: 3 })
    expect(await get(`/avatar/${bob.email}`, basic(ann))).toMatchObject(UNKNOWN)
    expect(await get(`/avatar/${bob.email}`, basic(gus))).toMatchObject(UNKNOWN)
    expect(await get(`/avatar/${bob.email}`, basic(ada))).toMatchObject({ status: 302, location: uploaded })
    expect(await get(`/avatar/user${bob.id}@localhost`, basic(ann))).toMatchObject({ status: 302, location: uploaded })
    await changeAccount(server, bob.id, { email_address_visibility: 1 })
  })

  test('does not reveal an address through the picture of the external service', async () => {
    const digest = createHash('md5').update(bob.email).digest('hex')
    await changeAccount(server, bob.id, { email_address_visibility: 3, avatar_source: 'G' })
    const seen = await get(`/avatar/${bob.id}/medium`, basic(ada))
    expect(seen.location).toBe(`https://secure.gravatar.com/avatar/${digest}?d=identicon&version=2&s=500`)
    const hidden = await get(`/avatar/${bob.id}`, basic(ann))
    expect(hidden.location).toMatch(/^https:\/\/secure\.gravatar\.com\/avatar\/[0-9a-f]{32}\?/)
    expect(hidden.location).not.toContain(digest)
    await changeAccount(server, bob.id, { email_address_visibility: 1, avatar_source: 'U' })
  })

  test('still shows deactivated people', async () => {
    const zoe = await server.person('Zoe')
    const user = server.realm.users.get(zoe.id)!
    await server.ctx.transact(server.realm.id, (tx) => deactivateUser(tx, user))
    expect(await get(`/avatar/${zoe.id}`, basic(ann))).toMatchObject({ status: 302 })
    expect(await get(`/avatar/${ann.id}`, basic(zoe))).toMatchObject({ status: 401 })
  })

  test('refuses bots that may only send', async () => {
    const hook = await bot(server, 'Hook', ann)
    expect(await get(`/avatar/${ann.id}`, basic(hook))).toMatchObject({ status: 302 })
    await changeAccount(server, hook.id, { bot_type: 2 })
    expect(await get(`/avatar/${ann.id}`, basic(hook))).toMatchObject({ status: 401 })
  })

  test('is not counted with valid credentials, but without or with wrong ones', async () => {
    const far = (last: number) => ({ 'x-forwarded-for': `192.0.2.${last}` })
    const wrong = { ...basic({ ...ann, apiKey: 'z'.repeat(32) }), ...far(2) }
    for (let count = 0; count < 100; count += 1) {
      expect((await get(`/avatar/${bob.id}`, far(1))).status).toBe(401)
      expect((await get(`/avatar/${bob.id}`, wrong)).status).toBe(401)
    }
    for (const headers of [far(1), wrong])
      expect(await get(`/avatar/${bob.id}`, headers)).toMatchObject({ status: 429, json: { code: 'RATE_LIMIT_HIT' } })
    for (let count = 0; count < 205; count += 1)
      expect((await get(`/avatar/${bob.id}`, { ...basic(ann), ...far(3) })).status).toBe(302)
  })
})

describe('a picture', () => {
  const generated = () => `/user_avatars/${server.realm.id}/generated/${ann.id}.png`

  test.each([
    ['uploaded', () => uploaded],
    ['generated', generated],
  ])('that is %s can be cached forever, and nothing in it can run', async (_, path) => {
    for (const url of [path(), medium(path())]) {
      const { status, headers, bytes } = await get(url)
      expect(status).toBe(200)
      expect(headers).toMatchObject({
        'content-type': 'image/png',
        'content-length': `${bytes.length}`,
        'cache-control': 'public, max-age=31536000, immutable',
        'x-content-type-options': 'nosniff',
        'content-security-policy': "default-src 'none'; sandbox",
      })
      const { bytes: none, headers: same } = await get(url, {}, 'HEAD')
      expect([none.length, same['content-length']]).toEqual([0, `${bytes.length}`])
      expect((await get(url, {}, 'POST')).status).toBe(405)
    }
  })

  test('is generated whether or not the account exists', async () => {
    expect(await get(`/user_avatars/${server.realm.id}/generated/99999.png`)).toMatchObject({ status: 200 })
  })

  test('is not found under any other name', async () => {
    const { id } = server.realm
    const token = uploaded.split('/').at(-1)!.slice(0, 40)
    const names = [
      `${id}/${newFileToken()}.png`,
      `${id}/${token}`,
      `${id}/${token}.jpg`,
      `${id}/${token}-small.png`,
      `${id}/${token.slice(0, 39)}.png`,
      `${id + 1}/${token}.png`,
      `0${id}/${token}.png`,
      `${id}/generated/x.png`,
      `${id}/generated/12345678901.png`,
      `${id}/generated/..%2f${token}.png`,
      `${id + 1}/generated/${ann.id}.png`,
      `${id}/..%2f..%2fsecret`,
      `${id}/../../../secret`,
      `${id}/%2e%2e/%2e%2e/secret`,
      `${id}/`,
      `${id}`,
      '',
    ]
    for (const name of names) expect(await get(`/user_avatars/${name}`), name).toMatchObject(NOT_FOUND)
    expect(await get(`/user_avatars/${id}/${token}.png`)).toMatchObject({ status: 200 })
  })

  test('has an address that cannot reach files of another kind', async () => {
    const token = newFileToken()
    const { id } = server.realm
    await server.ctx.files.save(id, fileName(id, 'original', token), [Buffer.from('private')])
    expect(await get(`/user_avatars/${id}/${token}.png`)).toMatchObject(NOT_FOUND)
  })

  test('belongs to its organization, like the people in it', async () => {
    const owner = { fullName: 'Nora', email: 'nora@example.net', password: 'correct horse battery staple' }
    const made = await createRealm(server.ctx, { name: 'Next context', host: 'next.example.org', owner })
    const [there, elsewhere] = [{ host: 'next.example.org' }, { host: 'nowhere.example.org' }]
    const nora = { email: owner.email, apiKey: made.apiKey }
    expect(await get(`/avatar/${made.userId}`, { ...basic(nora), ...there })).toMatchObject({ status: 302 })
    expect(await get(`/avatar/${bob.id}`, { ...basic(nora), ...there })).toMatchObject(UNKNOWN)
    expect(await get(`/avatar/${made.userId}`, basic(ann))).toMatchObject(UNKNOWN)
    const foreign = { json: { msg: 'Account is not associated with this subdomain' } }
    expect(await get(`/avatar/${bob.id}`, { ...basic(ann), ...there })).toMatchObject(foreign)
    expect(await get(`/avatar/${bob.id}?api_key=${ann.apiKey}`, there)).toMatchObject(foreign)
    expect(await get(uploaded)).toMatchObject({ status: 200 })
    expect(await get(uploaded, there)).toMatchObject(NOT_FOUND)
    expect(await get(uploaded, elsewhere)).toMatchObject({ status: 404, json: { code: 'NONEXISTENT_SUBDOMAIN' } })
  })
})
