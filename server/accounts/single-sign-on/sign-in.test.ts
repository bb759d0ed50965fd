import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { endpoints } from '../../../api/endpoints/index.ts'
import { Browser } from '../../../test/browser-visit.ts'
import { type Person, startTestServer } from '../../../test/harness.ts'
import { CLIENT, type Signer, settingsFor } from '../../../test/outside/identity-provider.ts'
import { takeMails } from '../../../test/outside/mails.ts'
import { isRefused, leadsTo, PASSWORD, START, startSignOnServer, whoIs } from '../../../test/outside/single-sign-on.ts'
import { bot, changeRealm } from '../../../test/people.ts'
import { reactivateRealm } from '../../organization/realm/reactivate-realm.ts'

type SignOnServer = Awaited<ReturnType<typeof startSignOnServer>>

const { deactivateRealm, deactivateUser, getSessions, updateRealm } = endpoints

let on: SignOnServer
let server: SignOnServer['server']
let provider: SignOnServer['provider']
let ann: Person
let browser: Browser

beforeAll(async () => {
  on = await startSignOnServer()
  ;({ server, provider } = on)
  ann = await server.person('Ann')
})
beforeEach(() => {
  on.forget()
  browser = on.visitor()
})
afterAll(() => on.close())

describe('somebody with an account', () => {
  test('is led to the provider with everything that it needs, and to nobody else', async () => {
    const address = new URL(await on.started(browser))
    expect(address.origin + address.pathname).toBe(`${provider.issuer}/authorize`)
    const { state, nonce, code_challenge, ...rest } = Object.fromEntries(address.searchParams)
    expect(rest).toEqual({
      tenant: '7',
      response_type: 'code',
      client_id: CLIENT.id,
      redirect_uri: 'http://localhost:9991/complete/oidc/',
      scope: 'openid email profile',
      code_challenge_method: 'S256',
    })
    expect([nonce, code_challenge]).toEqual([
      expect.stringMatching(/^[\da-f]{64}$/),
      expect.stringMatching(/^[\w-]{43}$/),
    ])
    const other = new URL(await on.started(on.visitor()))
    for (const name of ['state', 'nonce', 'code_challenge'])
      expect(other.searchParams.get(name)).not.toBe(address.searchParams.get(name))
    expect(state).not.toContain([...browser.cookies.values()][0])
  })

  test.each<Signer>(['RS256', 'ES256', 'unnamed'])('signs in with a token that is signed as %s', async (signer) => {
    provider.signer = signer
    leadsTo(await on.signIn(browser), '/')
    expect(await whoIs(browser)).toBe(ann.email)
  })

  test('gets a session like any other, with a mail, and the earlier one ends', async () => {
    await takeMails(server)
    await browser.signIn('olivia@example.org', PASSWORD)
    const [before] = [browser.cookies.get('sessionid')]
    const asVisitor = on.visitor()
    const query = provider.permit(await on.started(asVisitor))
    browser.cookies.set('signinprovider', asVisitor.cookies.get('signinprovider')!)
    const { sessions: earlier } = await ann.client.call(getSessions, {})
    leadsTo(await on.comeBack(browser, query), '/')
    expect(await whoIs(browser)).toBe(ann.email)
    expect(browser.cookies.get('sessionid')).not.toBe(before)
    expect(browser.cookies.has('signinprovider')).toBe(false)
    const replaced = on.visitor()
    replaced.cookies.set('sessionid', before!)
    expect(await whoIs(replaced)).toBeUndefined()
    expect((await ann.client.call(getSessions, {})).sessions.length).toBe(earlier.length + 1)
    const subjects = (await takeMails(server)).filter(({ to }) => to === ann.email).map(({ subject }) => subject)
    expect(subjects).toEqual(['New sign-in to Test'])
  })

  test('gets a cookie for the provider that scripts cannot read', async () => {
    const { headers } = await browser.request(START)
    const [cookie] = headers.getSetCookie()
    expect(cookie).toMatch(/^signinprovider=[\da-f]{64}; Path=\/; Max-Age=900; SameSite=Lax; HttpOnly$/)
  })

  test('uses safe cookies and addresses where the server has https', async () => {
    const env = { ...settingsFor(provider.issuer), PARLEY_URL: 'https://chat.example.org' }
    const secure = await startTestServer({ env })
    try {
      const { headers } = await new Browser(secure, { host: 'chat.example.org' }).request(START)
      expect(headers.getSetCookie()).toEqual([
        expect.stringMatching(/^__Host-signinprovider=\w+; .*; HttpOnly; Secure$/),
      ])
      const address = new URL(headers.get('location')!)
      expect(address.searchParams.get('redirect_uri')).toBe('https://chat.example.org/complete/oidc/')
    } finally {
      await secure.close()
    }
  })

  test('goes on to the page that was wanted, but to no other site', async () => {
    leadsTo(await on.signIn(browser, '/accounts/devices/'), '/accounts/devices/')
    leadsTo(await browser.request(`${START}/?next=/api/`), '/api/')
    leadsTo(await on.signIn(on.visitor(), '//example.org/'), '/')
  })

  test('is found by the address in any case, and by no address that only the API shows', async () => {
    provider.person = { ...provider.person, email: 'ANN@Example.org' }
    leadsTo(await on.signIn(browser), '/')
    expect(await whoIs(browser)).toBe(ann.email)
    provider.person = { ...provider.person, email: `user${ann.id}@${server.realm.info.host}` }
    const other = on.visitor()
    await isRefused(other, await on.signIn(other), 400, 'is open by invitation only')
  })

  test('is never a bot', async () => {
    const robin = await bot(server, 'Robin', ann)
    provider.person = { ...provider.person, email: robin.email }
    await isRefused(browser, await on.signIn(browser), 400, 'is open by invitation only')
  })

  test('is refused while it is deactivated', async () => {
    const dora = await server.person('Dora')
    provider.person = { ...provider.person, email: dora.email }
    await server.owner.call(deactivateUser, { user_id: dora.id })
    await isRefused(browser, await on.signIn(browser), 401, 'Account is deactivated')
  })

  test('is refused while the organization is deactivated', async () => {
    const query = provider.permit(await on.started(browser))
    await server.owner.call(deactivateRealm, {})
    const { status, text } = await browser.request(START)
    expect(status).toBe(401)
    expect(text).toContain('This organization has been deactivated')
    expect((await on.comeBack(browser, query)).text).toContain('This organization has been deactivated')
    await server.ctx.transact(server.realm.id, reactivateRealm)
    leadsTo(await on.comeBack(browser, query), '/')
  })
})

describe('somebody without an account', () => {
  const person = (email: string, more: object = {}) => {
    provider.person = { email, email_verified: true, ...more }
  }

  test('needs an invitation where the organization wants one', async () => {
    person('new@example.org')
    const why = 'Nobody has an account with new@example.org, and Test is open by invitation only.'
    await isRefused(browser, await on.signIn(browser), 400, why)
    expect(server.realm.userByEmail('new@example.org')).toBeUndefined()
  })

  describe('in an open organization', () => {
    beforeAll(() => server.owner.call(updateRealm, { invite_required: false }))
    afterAll(() => server.owner.call(updateRealm, { invite_required: true }))

    test('becomes a member with the name of the token, and is signed in', async () => {
      await takeMails(server)
      person('Nia@example.org', { name: 'Nia Ñandú' })
      leadsTo(await on.signIn(browser, '/api/'), '/api/')
      expect(await whoIs(browser)).toBe('Nia@example.org')
      const user = server.realm.userByEmail('nia@example.org')!
      expect(user).toMatchObject({ fullName: 'Nia Ñandú', role: 400, isActive: true })
      expect((await takeMails(server)).map(({ to, subject }) => [to, subject])).toEqual([
        ['Nia@example.org', 'Welcome to Test'],
      ])
      const other = on.visitor()
      leadsTo(await on.signIn(other), '/')
      expect(server.realm.userByEmail('nia@example.org')).toBe(user)
      expect((await on.visitor().signIn('nia@example.org', '')).status).toBe(401)
    })

    test.each([
      ['given@example.org', { given_name: 'Gil', family_name: 'Iven' }, 'Gil Iven'],
      ['login@example.org', { name: '*', preferred_username: 'log.in' }, 'log.in'],
      ['start@example.org', { name: 7 }, 'start'],
    ])('has another name if there is none: %s', async (email, claims, fullName) => {
      person(email, claims)
      leadsTo(await on.signIn(browser), '/')
      expect(server.realm.userByEmail(email)!.fullName).toBe(fullName)
    })

    test('needs a permitted address and a free name', async () => {
      person('thea@mailinator.com', { name: 'Thea' })
      await isRefused(browser, await on.signIn(browser), 400, 'Disposable email addresses are not allowed')
      await changeRealm(server, { require_unique_names: true })
      person('other@example.org', { name: 'Ann' })
      await isRefused(browser, await on.signIn(browser), 400, 'Unique names required in this organization.')
      await changeRealm(server, { require_unique_names: false, emails_restricted_to_domains: true })
      person('other@example.com', { name: 'Thea' })
      await isRefused(browser, await on.signIn(browser), 400, 'not allowed in this organization')
      await changeRealm(server, { emails_restricted_to_domains: false })
    })
  })
})
