import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { Browser } from '../../../test/browser-visit.ts'
import { startTestServer } from '../../../test/harness.ts'
import { CLIENT, type Signer, settingsFor } from '../../../test/outside/identity-provider.ts'
import { json } from '../../../test/outside/receiver.ts'
import { isRefused, leadsTo, START, startSignOnServer } from '../../../test/outside/single-sign-on.ts'
import { stateFor } from './sign-in-state.ts'

type SignOnServer = Awaited<ReturnType<typeof startSignOnServer>>

const NOT_STARTED = 'You did not start this in this browser, or it took too long.'
const NOT_CONFIRMED = 'Example Login did not confirm who you are.'
const NO_ANSWER = 'Example Login does not answer as it should. Try again in a minute.'

let on: SignOnServer
let server: SignOnServer['server']
let provider: SignOnServer['provider']
let browser: Browser

beforeAll(async () => {
  on = await startSignOnServer()
  ;({ server, provider } = on)
  await server.person('Ann')
})
beforeEach(() => {
  on.forget()
  browser = on.visitor()
})
afterAll(() => on.close())

describe('what comes back is refused', () => {
  test('with another state, with that of another browser, and too late', async () => {
    const other = on.visitor()
    const others = provider.permit(await on.started(other))
    const own = provider.permit(await on.started(browser))
    const withState = (state: string) => new URLSearchParams({ code: own.get('code')!, state })
    provider.receiver.requests.length = 0
    const changed = own.get('state')!.replace(/^./, (one) => (one === 'A' ? 'B' : 'A'))
    for (const query of [others, withState(others.get('state')!), withState(changed), withState('x'), withState('')])
      await isRefused(browser, await on.comeBack(browser, query), 400, NOT_STARTED)
    await isRefused(browser, await on.comeBack(on.visitor(), own), 400, NOT_STARTED)
    on.clock.pass(901)
    await isRefused(browser, await on.comeBack(browser, own), 400, NOT_STARTED)
    expect(provider.receiver.requests).toEqual([])
  })

  test('with a state of another organization', async () => {
    const own = provider.permit(await on.started(browser))
    const cookie = browser.cookies.get('signinprovider')!
    const stateOf = (realmId: number) => stateFor(server.ctx, realmId, cookie, { next: '/', invitation: null })
    own.set('state', stateOf(server.realm.id + 1))
    await isRefused(browser, await on.comeBack(browser, own), 400, NOT_STARTED)
    own.set('state', stateOf(server.realm.id))
    leadsTo(await on.comeBack(browser, own), '/')
  })

  test('a second time', async () => {
    const query = provider.permit(await on.started(browser))
    const cookie = browser.cookies.get('signinprovider')!
    leadsTo(await on.comeBack(browser, query), '/')
    const again = on.visitor()
    await isRefused(again, await on.comeBack(again, query), 400, NOT_STARTED)
    // Even with the cookie, the provider returns nothing for a code that was used.
    again.cookies.set('signinprovider', cookie)
    await isRefused(again, await on.comeBack(again, query), 400, NOT_CONFIRMED)
  })

  test('with a code of another sign-in', async () => {
    const code = provider.permit(await on.started(on.visitor())).get('code')!
    const state = provider.permit(await on.started(browser)).get('state')!
    await isRefused(browser, await on.comeBack(browser, new URLSearchParams({ code, state })), 400, NOT_CONFIRMED)
  })

  test('without permission, or without a code', async () => {
    const state = provider.permit(await on.started(browser)).get('state')!
    for (const query of [{ error: 'access_denied', state }, { state }])
      await isRefused(
        browser,
        await on.comeBack(browser, new URLSearchParams(query)),
        400,
        'You did not sign in at Example Login.',
      )
    const long = new URLSearchParams({ code: 'x'.repeat(4_001), state })
    await isRefused(browser, await on.comeBack(browser, long), 400, NOT_CONFIRMED)
  })

  test.each<[string, (now: number) => Record<string, unknown>]>([
    ['another nonce', () => ({ nonce: 'x' })],
    ['no nonce', () => ({ nonce: undefined })],
    ['another issuer', () => ({ iss: 'https://login.example.com' })],
    ['another audience', () => ({ aud: 'another' })],
    ['no audience', () => ({ aud: undefined })],
    ['several audiences and no party', () => ({ aud: [CLIENT.id, 'another'] })],
    ['another party', () => ({ azp: 'another' })],
    ['a time that is over', (now) => ({ iat: now - 400, exp: now - 61 })],
    ['no time', () => ({ exp: undefined })],
    ['a time to come', (now) => ({ iat: now + 120 })],
    ['no time of its making', () => ({ iat: undefined })],
    ['a start to come', (now) => ({ nbf: now + 120 })],
    ['nobody in it', () => ({ sub: undefined })],
  ])('with a token that has %s', async (_, claims) => {
    provider.claims = claims(Math.floor(on.clock.now() / 1000))
    await isRefused(browser, await on.signIn(browser), 400, NOT_CONFIRMED)
  })

  test.each<Signer>(['none', 'unknown', 'small', 'confused'])('with a token that is signed as %s', async (signer) => {
    provider.signer = signer
    await isRefused(browser, await on.signIn(browser), 400, NOT_CONFIRMED)
  })

  test.each(['', 'x', 'a.b.c', 'e30.e30.', 'e30.e30.x.y'])('with %j instead of a token', async (id_token) => {
    provider.answers = { '/token': json({ id_token }) }
    await isRefused(browser, await on.signIn(browser), 400, NOT_CONFIRMED)
  })

  test('with the name of another issuer, or without a name where the provider promises one', async () => {
    provider.document = { authorization_response_iss_parameter_supported: true }
    const query = provider.permit(await on.started(browser))
    const named = (iss: string) => new URLSearchParams([...query, ['iss', iss]])
    for (const wrong of [query, named('https://login.example.com')])
      await isRefused(browser, await on.comeBack(browser, wrong), 400, NOT_CONFIRMED)
    leadsTo(await on.comeBack(browser, named(provider.issuer)), '/')
  })

  test('without a verified address', async () => {
    const unverified = 'Example Login has not verified your email address.'
    for (const email_verified of [false, undefined, 'true']) {
      provider.person = { ...provider.person, email_verified }
      await isRefused(browser, await on.signIn(browser), 400, unverified)
    }
    for (const email of [undefined, 'ann', '', 7]) {
      provider.person = { email, email_verified: true }
      await isRefused(browser, await on.signIn(browser), 400, 'Example Login does not tell your email address.')
    }
  })

  test('unless small differences of clocks explain it, or it has more audiences', async () => {
    const now = Math.floor(on.clock.now() / 1000)
    provider.claims = { iat: now + 30, nbf: now + 30, aud: ['another', CLIENT.id], azp: CLIENT.id }
    leadsTo(await on.signIn(browser), '/')
    provider.claims = { exp: now - 30 }
    leadsTo(await on.signIn(on.visitor()), '/')
  })
})

describe('the provider', () => {
  test('is asked for its description and its keys once in an hour', async () => {
    for (let n = 0; n < 3; n += 1) leadsTo(await on.signIn(on.visitor()), '/')
    expect(provider.pathsAsked()).toEqual(['/.well-known/openid-configuration', '/token', '/keys', '/token', '/token'])
  })

  test('can change its keys', async () => {
    const [first, ...others] = provider.keys
    provider.keys = others
    provider.signer = 'ES256'
    leadsTo(await on.signIn(browser), '/')
    provider.keys = [first]
    provider.signer = 'RS256'
    // It was asked just before.
    const other = on.visitor()
    await isRefused(other, await on.signIn(other), 400, NOT_CONFIRMED)
    on.clock.pass(61)
    leadsTo(await on.signIn(other), '/')
  })

  test('gets the secret among the fields if it wants it there', async () => {
    provider.document = { token_endpoint_auth_methods_supported: ['client_secret_post'] }
    leadsTo(await on.signIn(browser), '/')
    const [, { headers, body }] = provider.receiver.requests as [unknown, { headers: object; body: string }]
    expect(headers).not.toHaveProperty('authorization')
    expect(new URLSearchParams(body).get('client_secret')).toBe(CLIENT.secret)
  })

  const cut = (response: { destroy(): void }) => void response.destroy()

  test('may be down, and is asked again', async () => {
    const down = { '/.well-known/openid-configuration': cut }
    provider.answers = down
    const page = await browser.request(START)
    await isRefused(browser, page, 503, NO_ANSWER)
    expect(page.headers.get('retry-after')).toBe('60')
    provider.answers = {}
    for (const path of ['/token', '/keys']) {
      for (const answer of [cut, json({}, 500)]) {
        provider.answers = { [path]: answer }
        await isRefused(browser, await on.signIn(browser), 503, NO_ANSWER)
      }
    }
    provider.answers = {}
    leadsTo(await on.signIn(browser), '/')
  })

  test.each([
    { issuer: 'https://login.example.com' },
    { issuer: undefined },
    { token_endpoint: 'ftp://example.org/' },
    { authorization_endpoint: 7 },
    { jwks_uri: '' },
  ])('is not used with %j in its description', async (document) => {
    provider.document = document
    await isRefused(browser, await browser.request(START), 400, NOT_CONFIRMED)
  })

  test('is not used without JSON, or without keys', async () => {
    provider.answers = { '/.well-known/openid-configuration': (response) => void response.end('<html>') }
    await isRefused(browser, await browser.request(START), 503, NO_ANSWER)
    provider.answers = { '/keys': json({ keys: 'none' }) }
    await isRefused(browser, await on.signIn(browser), 400, NOT_CONFIRMED)
  })

  test('may be slow, or have an address that is not permitted', async () => {
    const slow = await startTestServer({ env: settingsFor(provider.issuer), outgoingLimit: 50 })
    const { PARLEY_OUTGOING_ALLOW: _, ...env } = settingsFor(provider.issuer)
    const closed = await startTestServer({ env })
    try {
      const visitor = new Browser(closed)
      await isRefused(visitor, await visitor.request(START), 503, NO_ANSWER)
      expect(provider.receiver.requests).toEqual([])
      provider.answers = { '/.well-known/openid-configuration': () => {} }
      const other = new Browser(slow)
      await isRefused(other, await other.request(START), 503, NO_ANSWER)
    } finally {
      await slow.close()
      await closed.close()
    }
  })

  test('is not there without settings', async () => {
    const bare = await startTestServer()
    try {
      for (const path of [START, '/complete/oidc/']) {
        const { status, text } = await new Browser(bare).request(path)
        expect([status, text.includes('<h1>Single sign-on is not available</h1>')]).toEqual([404, true])
      }
      expect((await new Browser(bare).request('/login/')).text).not.toContain(START)
    } finally {
      await bare.close()
    }
  })

  test('is asked only so often for one address', async () => {
    const counting = await startTestServer({
      env: { ...settingsFor(provider.issuer), PARLEY_TRUSTED_PROXIES: '127.0.0.1' },
    })
    try {
      const visitor = new Browser(counting, { 'x-forwarded-for': '198.51.100.7' })
      const statuses = new Set<number>()
      for (let tries = 0; tries < 101; tries += 1) statuses.add((await visitor.request(START)).status)
      expect([...statuses]).toEqual([303, 429])
      const { headers, text } = await visitor.request(START)
      expect(text).toContain('Too many attempts. Try again in a minute.')
      expect(headers.get('retry-after')).toMatch(/^\d+$/)
      expect((await new Browser(counting, { 'x-forwarded-for': '198.51.100.8' }).request(START)).status).toBe(303)
    } finally {
      await counting.close()
    }
  })
})
