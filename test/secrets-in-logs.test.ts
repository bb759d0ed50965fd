import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { Browser } from './browser-visit.ts'
import { createEmptyDatabase } from './faults/empty-database.ts'
import { CLIENT, settingsFor, startIdentityProvider } from './outside/identity-provider.ts'
import { json, startReceiver } from './outside/receiver.ts'
import { freePort, type ParleyProcess, parleyProcess, temporaryFolder } from './parley-process.ts'

const preload = new URL('preload/log-everything.ts', import.meta.url)
const folder = temporaryFolder()
afterAll(() => folder.remove())

const PASSWORDS = {
  wrong: 'a-guess-that-is-wrong-4711',
  ada: 'ada-likes-Engines-1842',
  broken: 'never-Stored-because-of-a-500',
  metrics: 'token-of-the-collector-1815',
  app: 'secret-of-the-app-for-calls-1876',
  model: 'key-of-the-language-model-1843',
}
/** What a provider of video calls returns: the code that a browser brings, and the tokens for it. */
const AT_PROVIDER = {
  code: 'code-from-the-provider-1',
  access: 'access-token-of-ada-2',
  refresh: 'refresh-token-of-ada-3',
}
const basic = (email: string, key: string): string => Buffer.from(`${email}:${key}`).toString('base64')

type Answer = { result: string; msg: string; api_key?: string; id?: number; queue_id?: string }
interface Call {
  readonly method?: string
  readonly form?: Record<string, string>
  readonly query?: Record<string, string>
  readonly authorization?: string
}

/** Calls the server so that it writes log lines. */
function caller(server: ParleyProcess) {
  return async function call(path: string, asked: Call): Promise<[number, Answer]> {
    const { method, form, query, authorization } = asked
    const search = query ? `?${new URLSearchParams(query)}` : ''
    const response = await fetch(`${server.url}/api/v1${path}${search}`, {
      method: method ?? (form ? 'POST' : 'GET'),
      ...(form ? { body: new URLSearchParams(form) } : {}),
      headers: authorization ? { authorization } : {},
    })
    // On a busy machine the server may ask to try again.
    if (response.status === 503) return await call(path, asked)
    return [response.status, (await response.json()) as Answer]
  }
}

test.each(['json', 'pretty'])('a full run, logged at the lowest level as %s, shows no secret', async (format) => {
  const database = await createEmptyDatabase()
  const dataDir = join(folder.path, format)
  const settings = { DATABASE_URL: database.url, PARLEY_UNSAFE_DATABASE: 'on' }
  const provider = await startReceiver()
  const login = await startIdentityProvider()
  const env = {
    ...settings,
    PARLEY_LOG_FORMAT: format,
    PARLEY_METRICS_TOKEN: PASSWORDS.metrics,
    ...settingsFor(login.issuer),
    PARLEY_CALLS_WEBEX_CLIENT_ID: 'app',
    PARLEY_CALLS_WEBEX_CLIENT_SECRET: PASSWORDS.app,
    PARLEY_CALLS_WEBEX_API_URL: new URL(provider.url).origin,
    PARLEY_SUMMARY_URL: provider.url,
    PARLEY_SUMMARY_MODEL: 'small',
    PARLEY_SUMMARY_KEY: PASSWORDS.model,
  }
  const port = await freePort()
  const server = parleyProcess(['serve'], { dataDir, port, env, preload })
  const runs = [server]
  const parley = async (...args: string[]) => {
    const command = parleyProcess(args, { dataDir, port, env: settings, preload })
    runs.push(command)
    await command.ended()
    return command.said.out
  }
  try {
    await server.says('first-sign-in.txt')
    const signIn = readFileSync(join(dataDir, 'first-sign-in.txt'), 'utf8')
    const found = (pattern: RegExp) => pattern.exec(signIn)?.[1] ?? 'missing in first-sign-in.txt'
    const owner = { email: found(/email +(\S+)/), password: found(/password +(\S+)/), key: found(/API key +(\S+)/) }
    const authorization = `Basic ${basic(owner.email, owner.key)}`
    const call = caller(server)
    const secrets: Record<string, string> = {
      ...PASSWORDS,
      'the first password': owner.password,
      'the first key': owner.key,
      'the first Basic header': basic(owner.email, owner.key),
      'a wrong Basic header': basic(owner.email, PASSWORDS.wrong),
      'the password of the database': decodeURIComponent(new URL(database.url).password),
      ...secretFile(join(dataDir, 'secret')),
    }

    const signedIn = { username: owner.email, password: owner.password }
    expect(await call('/fetch_api_key', { form: signedIn })).toMatchObject([200, { api_key: owner.key }])
    expect(await call('/fetch_api_key', { form: { ...signedIn, password: PASSWORDS.wrong } })).toMatchObject([401, {}])
    expect(await call('/fetch_api_key', { query: signedIn, method: 'POST' })).toMatchObject([200, {}])
    expect(await call('/fetch_api_key', { query: signedIn, method: 'PUT' })).toMatchObject([405, {}])
    const wrong = `Basic ${basic(owner.email, PASSWORDS.wrong)}`
    expect(await call('/users/me', { authorization: wrong })).toMatchObject([401, {}])
    expect(await call('/users/me', { authorization: `${authorization}=` })).toMatchObject([200, {}])
    expect(await call('/users/me', { query: { api_key: owner.key } })).toMatchObject([401, {}])

    const picture = await fetch(`${server.url}/avatar/1?api_key=${owner.key}`, { redirect: 'manual' })
    expect(picture.status).toBe(302)

    const ada = { email: 'ada@example.org', password: PASSWORDS.ada, full_name: 'Ada' }
    expect(await call('/users', { form: ada, authorization })).toMatchObject([200, {}])
    const [, { api_key: adaKey = '' }] = await call('/fetch_api_key', {
      form: { username: ada.email, password: ada.password },
    })
    secrets['the key of Ada'] = adaKey
    secrets['the Basic header of Ada'] = basic(ada.email, adaKey)

    const robin = { full_name: 'Robin', short_name: 'robin', bot_type: '2' }
    const [, { api_key: botKey = '' }] = await call('/bots', { form: robin, authorization })
    secrets['the key of a bot'] = botKey
    const webhook = { query: { api_key: botKey, stream: 'general' }, form: { payload: '{}' } }
    expect(await call('/external/json', webhook)).toMatchObject([200, { result: 'success' }])
    expect(await call('/external/nothing', webhook)).toMatchObject([404, {}])
    expect(await call(`/external/json%3Fapi_key=${botKey}`, { form: {} })).toMatchObject([401, {}])

    const message = { type: 'channel', to: 'general', topic: 'hello', content: 'Good morning' }
    expect(await call('/messages', { form: message, authorization })).toMatchObject([200, {}])
    expect(await call('/messages', { form: { ...message, to: 'nowhere' }, authorization })).toMatchObject([400, {}])
    const [status, { queue_id = '' }] = await call('/register', { form: { event_types: '[]' }, authorization })
    expect(status).toBe(200)
    const poll = { queue_id, last_event_id: '-1', dont_block: 'true' }
    expect(await call('/events', { query: poll, authorization })).toMatchObject([200, { result: 'success' }])
    expect(await call('/nothing', { authorization })).toMatchObject([404, {}])
    for (const [token, answer] of [[PASSWORDS.metrics, 200] as const, [PASSWORDS.wrong, 403] as const]) {
      const headers = { authorization: `Bearer ${token}`, via: 'a proxy' }
      expect((await fetch(`${server.url}/metrics`, { headers })).status).toBe(answer)
    }

    const browser = new Browser(server)
    expect((await browser.signIn(owner.email, PASSWORDS.wrong)).status).toBe(401)
    expect((await browser.signIn(owner.email, owner.password)).status).toBe(303)
    expect((await browser.json('GET', '/users/me')).status).toBe(200)
    for (const [name, value] of browser.cookies) secrets[`the cookie ${name}`] = value

    const asked = await browser.request('/calls/webex/register')
    const state = new URL(asked.headers.get('location')!).searchParams.get('state')!
    const back = `/calls/webex/complete?${new URLSearchParams({ code: AT_PROVIDER.code, state })}`
    provider.answer = json({ error: 'invalid_grant', error_description: AT_PROVIDER.code }, 400)
    expect((await browser.request(back)).status).toBe(400)
    provider.answer = json({ access_token: AT_PROVIDER.access, refresh_token: AT_PROVIDER.refresh, expires_in: 1 })
    expect((await browser.request(back)).status).toBe(200)
    provider.answer = json({ error: 'busy', error_description: AT_PROVIDER.refresh }, 500)
    expect(await call('/calls/webex/create', { form: {}, authorization })).toMatchObject([400, {}])
    Object.assign(secrets, { ...AT_PROVIDER, 'the state of a sign-in at a provider': state })

    provider.answer = json({ error: { message: `${PASSWORDS.model} is wrong` } }, 401)
    expect(await call('/messages/summary', { query: { narrow: '[]' }, authorization })).toMatchObject([502, {}])

    Object.assign(secrets, await signInElsewhere(server, login, owner.email))
    await browser.send('/accounts/password/reset/', { email: owner.email })
    const mails = join(dataDir, 'mail')
    const linkInMail = () => {
      const names = existsSync(mails) ? readdirSync(mails).filter((name) => name.endsWith('.eml')) : []
      const texts = names.map((name) => readFileSync(join(mails, name), 'utf8').replaceAll('=\r\n', ''))
      return /\/accounts\/password\/reset\/([\w-]{20,})/.exec(texts.join())
    }
    await expect.poll(linkInMail).not.toBeNull()
    const link = linkInMail()
    secrets['the token of a link'] = link?.[1] ?? ''
    expect((await browser.request(`${link?.[0]}/`)).status).toBe(200)
    expect((await browser.request(`${link?.[0]}/`, { method: 'PUT' })).status).toBe(404)

    const created = await parley('create-user', 'bob@example.org', 'Bob')
    secrets['the password of Bob'] = /Password: (\S+)/.exec(created)?.[1] ?? ''
    secrets['the key of Bob'] = /API key: +(\S+)/.exec(created)?.[1] ?? ''
    const reset = await parley('reset-password', 'bob@example.org')
    secrets['the new password of Bob'] = / is (\S+)/.exec(reset)?.[1] ?? ''
    await parley('create-user', 'bob@example.org', 'Bob')

    // Statements that fail, with a password among their values.
    await database.query('alter table account rename column full_name to no_name')
    const broken = { email: 'eve@example.org', password: PASSWORDS.broken, full_name: 'Eve' }
    expect(await call('/users', { form: broken, authorization })).toMatchObject([500, {}])
    await database.query('alter table account rename column password_hash to no_hash')
    expect(await call('/fetch_api_key', { form: signedIn })).toMatchObject([500, {}])
    await parley('create-user', 'eve@example.org', 'Eve')
    await parley('reset-password', 'bob@example.org')

    server.child.kill('SIGTERM')
    expect(await server.ended()).toBe(0)

    // The output of a command for the operator is its result. Its log goes to the other stream.
    const logged = server.said.out + runs.map((run) => run.said.errors).join('')
    expect(logged).toContain('request failed')
    expect(logged).toContain('a provider of video calls gave no access token')
    expect(logged).toContain('the language model gave no summary')
    expect(logged).toContain('the provider of single sign-on signed nobody in')
    expect(logged).toContain('a provider of video calls did not refresh an access token')
    expect(logged).toMatch(/column \\?"full_name\\?" of relation/)
    // A successful poll is logged only at the level "debug".
    expect(logged).toContain('/api/v1/events')
    for (const [name, secret] of Object.entries(secrets)) {
      expect(secret.length, name).toBeGreaterThan(15)
      expect(logged.includes(secret), `${name} is in the log`).toBe(false)
    }
  } finally {
    for (const run of runs) run.child.kill('SIGKILL')
    await provider.close()
    await login.close()
    await database.close()
  }
})

/** Signs a browser in with an identity provider, at the third try. */
async function signInElsewhere(
  server: ParleyProcess,
  login: Awaited<ReturnType<typeof startIdentityProvider>>,
  email: string,
): Promise<Record<string, string>> {
  const seen: Record<string, string> = { 'the secret at the identity provider': CLIENT.secret }
  const tries = [
    { signer: 'unknown', status: 400 },
    { signer: 'none', status: 400 },
    { signer: 'RS256', status: 303 },
  ] as const
  for (const [index, { signer, status }] of tries.entries()) {
    Object.assign(login, { signer, person: { email, email_verified: true } })
    const browser = new Browser(server)
    const { headers } = await browser.request('/accounts/login/social/oidc')
    const asked = new URL(headers.get('location')!)
    for (const [name, value] of browser.cookies) seen[`the cookie ${name} of try ${index}`] = value
    const query = login.permit(asked.href)
    for (const name of ['state', 'code']) seen[`the ${name} of try ${index}`] = query.get(name)!
    seen[`the nonce of try ${index}`] = asked.searchParams.get('nonce')!
    expect((await browser.request(`/complete/oidc/?${query}`)).status).toBe(status)
    seen[`the token of try ${index}`] = login.tokens.at(-1)!
    seen[`the claims of try ${index}`] = login.tokens.at(-1)!.split('.')[1]!
  }
  return seen
}

function secretFile(path: string): Record<string, string> {
  const text = readFileSync(path, 'utf8').trim()
  const bytes = Buffer.from(text, 'base64')
  return { 'the secret': text, 'the secret in hex': bytes.toString('hex') }
}
