import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { endpoints } from '../../../api/endpoints/index.ts'
import { createClient } from '../../../client/client.ts'
import { Browser, withoutIcons } from '../../../test/browser-visit.ts'
import { explains } from '../../../test/events-explain-state.ts'
import { type Person, startTestServer } from '../../../test/harness.ts'
import { linkIn, takeMails } from '../../../test/outside/mails.ts'
import { leadsTo, PASSWORD, START, startSignOnServer, whoIs } from '../../../test/outside/single-sign-on.ts'
import { administrator } from '../../../test/people.ts'
import { recordCoverage } from '../../../test/record-coverage.ts'
import { refused } from '../../../test/refusals.ts'

const { fetchApiKey, getServerSettings, registerQueue, updateRealm, updateSettings } = endpoints
const OIDC = 'OpenID Connect'
const DISABLED = 'Password authentication is disabled in this organization'
const BOTH = { Email: { enabled: true, available: true }, [OIDC]: { enabled: true, available: true } }

type SignOnServer = Awaited<ReturnType<typeof startSignOnServer>>

describe('the ways to sign in of an organization', () => {
  let on: SignOnServer
  let server: SignOnServer['server']
  let ann: Person

  beforeAll(async () => {
    on = await startSignOnServer()
    ;({ server } = on)
    ann = await server.person('Ann')
  })
  afterEach(() => set({ Email: true, [OIDC]: true }))
  afterAll(() => on.close())

  const set = (authentication_methods: Record<string, boolean>) =>
    server.owner.call(updateRealm, { authentication_methods })
  const registered = async ({ client }: Pick<Person, 'client'> = ann) => {
    const state = await client.call(registerQueue, { fetch_event_types: ['realm'] })
    return [state.realm_authentication_methods, state.realm_email_auth_enabled, state.realm_password_auth_enabled]
  }
  const visitor = (url = server.url) => createClient({ url, strict: true, observe: recordCoverage })
  const fetchKey = () => visitor().call(fetchApiKey, { username: ann.email, password: PASSWORD })
  const entry = {
    name: 'oidc',
    display_name: 'Example Login',
    display_icon: null,
    login_url: START,
    signup_url: START,
  }

  test('are all that the server has, and clients learn of them before they sign in', async () => {
    expect(await registered()).toEqual([BOTH, true, true])
    expect(await visitor().call(getServerSettings, {})).toMatchObject({
      authentication_methods: { password: true, email: true, 'openid connect': true, saml: false },
      external_authentication_methods: [entry],
      email_auth_enabled: true,
    })
  })

  test('can be without passwords, and have them again', async () => {
    const without = { ...BOTH, Email: { enabled: false, available: true } }
    const events = await explains({ Ann: ann.client, Owner: server.owner }, () => set({ Email: false, [OIDC]: true }))
    const data = { authentication_methods: without }
    const event = { type: 'realm', op: 'update_dict', property: 'default', data }
    expect(events).toMatchObject({ Ann: [event], Owner: [event] })
    expect(await registered()).toEqual([without, false, false])
    expect(await visitor().call(getServerSettings, {})).toMatchObject({
      authentication_methods: { password: false, email: false, 'openid connect': true },
      external_authentication_methods: [entry],
      email_auth_enabled: false,
    })
    await refused(fetchKey(), DISABLED, { code: 'PASSWORD_AUTH_DISABLED' })
    await explains({ Ann: ann.client }, () => set({ Email: true }))
    expect(await registered()).toEqual([BOTH, true, true])
    expect(await fetchKey()).toMatchObject({ user_id: ann.id })
  })

  test('can be without the provider', async () => {
    await explains({ Ann: ann.client }, () => set({ [OIDC]: false }))
    expect(await visitor().call(getServerSettings, {})).toMatchObject({
      authentication_methods: { password: true, 'openid connect': false },
      external_authentication_methods: [],
    })
    const browser = on.visitor()
    expect((await browser.request('/login/')).text).not.toContain(START)
    for (const path of [START, '/complete/oidc/']) expect((await browser.request(path)).status).toBe(404)
  })

  test('are never none, and only those that there are', async () => {
    const none = 'At least one authentication method must be enabled.'
    await refused(set({ Email: false, [OIDC]: false }), none)
    await set({ Email: false })
    await refused(set({ [OIDC]: false }), none)
    const unknown = 'Invalid authentication method: SAML. Valid methods are: Email, OpenID Connect'
    await refused(set({ Email: true, SAML: true }), unknown)
    expect(await registered()).toMatchObject([{ Email: { enabled: false } }, false, false])
  })

  test('are changed by owners alone, and a change is in the audit log', async () => {
    const ada = await administrator(server, 'Ada')
    const change = { authentication_methods: { Email: false } }
    for (const [{ client }, who] of [
      [ada, 'owner'],
      [ann, 'administrator'],
    ] as const)
      await refused(client.call(updateRealm, change), `Must be an organization ${who}`, {
        code: 'UNAUTHORIZED_PRINCIPAL',
      })
    expect(await registered()).toEqual([BOTH, true, true])
    await set({ Email: false })
    const rows = await server.database.db.selectFrom('audit_log').selectAll().orderBy('id', 'desc').limit(1).execute()
    expect(rows).toMatchObject([
      {
        action: 'organization updated',
        details: { property: 'authentication_methods', after: { disabled: ['Email'] } },
      },
    ])
    expect(await explains({ Ann: ann.client }, () => set({ Email: false, [OIDC]: true }))).toEqual({ Ann: [] })
  })

  test('decide what the pages show', async () => {
    const browser = on.visitor()
    await server.owner.call(updateRealm, { invite_required: false })
    await browser.send('/accounts/password/reset/', { email: ann.email })
    await browser.send('/register/', { email: 'new@example.org' })
    const mails = await takeMails(server)
    const mailTo = (email: string) => mails.find(({ to }) => to === email)!
    const links = [
      linkIn(mailTo(ann.email), '/accounts/password/reset/'),
      linkIn(mailTo('new@example.org'), '/join/sign-up/'),
    ]
    const shown = (await browser.request('/login/?next=/api/')).text
    expect(shown).toContain('name="password"')
    expect(withoutIcons(shown)).toContain(
      `<a class="button quiet" href="${START}?next=%2Fapi%2F">Continue with Example Login</a>`,
    )
    for (const path of ['/register/', links[1]!]) {
      const page = await browser.request(path)
      expect(page.text).toContain('<form')
      expect(withoutIcons(page.text)).toContain(
        `<a class="button quiet" href="${START}">Continue with Example Login</a>`,
      )
    }

    await set({ Email: false })
    const { text } = await browser.request('/login/')
    expect(text).not.toContain('<form')
    expect(text).not.toContain('/register/')
    expect(text).toContain(`<a class="button" href="${START}">Continue with Example Login</a>`)
    // The form of a page that was opened before.
    const csrfmiddlewaretoken = browser.cookies.get('csrftoken')!
    const post = (path: string, fields: Record<string, string>) =>
      browser.request(path, { method: 'POST', body: new URLSearchParams({ csrfmiddlewaretoken, ...fields }) })
    for (const path of ['/register/', links[1]!]) {
      const page = await browser.request(path)
      expect([page.status, page.text.includes('<form')]).toEqual([200, false])
      expect(page.text).toContain(`<a class="button" href="${START}">Continue with Example Login</a>`)
    }
    const refusals = [
      await post('/login/', { username: ann.email, password: PASSWORD }),
      await browser.request('/accounts/password/reset/'),
      await post('/accounts/password/reset/', { email: ann.email }),
      await post('/register/', { email: 'new@example.org' }),
      await browser.request(links[0]!),
      ...(await Promise.all(
        links.map((link) => post(link, { password: 'nine purple otters sing', full_name: 'New' })),
      )),
    ]
    for (const page of refusals) expect([page.status, page.text.includes(DISABLED)]).toEqual([401, true])
    expect(await takeMails(server)).toEqual([])
    leadsTo(await on.signIn(browser), '/')
    expect(await whoIs(browser)).toBe(ann.email)
    await server.owner.call(updateRealm, { invite_required: true })
  })

  test('decide whether people can change a password', async () => {
    const change = { old_password: PASSWORD, new_password: 'nine purple otters sing' }
    await set({ Email: false })
    await refused(ann.client.call(updateSettings, change), DISABLED)
    await refused(ann.client.call(updateSettings, { ...change, old_password: 'wrong' }), DISABLED)
    // Everything else can be changed.
    await ann.client.call(updateSettings, { timezone: 'Europe/Berlin' })
    await set({ Email: true })
    expect(await fetchKey()).toMatchObject({ user_id: ann.id })
    await ann.client.call(updateSettings, change)
    await refused(fetchKey(), 'Your username or password is incorrect', { code: 'AUTHENTICATION_FAILED' })
    await ann.client.call(updateSettings, { old_password: change.new_password, new_password: PASSWORD })
  })

  test('decide what mails say', async () => {
    const { sendInvites } = endpoints
    const RESET = '/accounts/password/reset/'
    await server.owner.call(updateRealm, { invite_required: false })
    const mailsOf = async (email: string) => {
      await takeMails(server)
      on.provider.person = { email, email_verified: true, name: 'New' }
      await server.owner.call(sendInvites, { invitee_emails: email, stream_ids: [] })
      await server.runJobs()
      leadsTo(await on.signIn(on.visitor()), '/')
      on.clock.pass(61)
      leadsTo(await on.signIn(on.visitor()), '/')
      const mails = (await takeMails(server)).filter(({ to }) => to === email)
      return Object.fromEntries(mails.map(({ subject, text }) => [subject, text]))
    }
    const both = await mailsOf('both@example.org')
    expect(Object.keys(both).sort()).toEqual([
      'New sign-in to Test',
      'Olivia Owner invites you to Test',
      'Welcome to Test',
    ])
    expect(both['New sign-in to Test']).toContain(RESET)
    // The account has no password yet.
    expect(both['Welcome to Test']).not.toContain('the one that you chose')
    expect(both['Welcome to Test']).toContain(RESET)
    await set({ Email: false })
    const without = await mailsOf('without@example.org')
    expect(Object.keys(without).sort()).toEqual(Object.keys(both).sort())
    expect(without['New sign-in to Test']).toContain('/accounts/devices/')
    for (const text of Object.values(without)) expect(text).not.toMatch(/password/i)
    on.provider.forget()
    await server.owner.call(updateRealm, { invite_required: true })
  })

  test('count when a mail is sent, not when it was asked for', async () => {
    const browser = on.visitor()
    await server.owner.call(updateRealm, { invite_required: false })
    await takeMails(server)
    for (const [path, email] of [
      ['/accounts/password/reset/', 'olivia@example.org'],
      ['/register/', 'olivia@example.org'],
      ['/register/', 'later@example.org'],
    ] as const)
      expect((await browser.send(path, { email })).text).toContain('Check your mail')
    await set({ Email: false })
    const mails = await takeMails(server)
    expect(mails.map(({ subject }) => subject).sort()).toEqual(['Join Test', 'You already have an account in Test'])
    for (const { text } of mails) expect(text).not.toMatch(/password/i)
    await server.owner.call(updateRealm, { invite_required: true })
  })

  test('include passwords again when the operator removes the provider', async () => {
    await set({ Email: false })
    const bare = await startTestServer({ beside: server })
    try {
      expect(await registered({ client: bare.clientFor(bare.realm.users.get(ann.id)!) })).toEqual([
        { Email: { enabled: true, available: true } },
        true,
        true,
      ])
      expect(await visitor(bare.url).call(getServerSettings, {})).toMatchObject({
        authentication_methods: { password: true, 'openid connect': false },
        external_authentication_methods: [],
      })
      leadsTo(await new Browser(bare).signIn(ann.email, PASSWORD), '/')
      // Other settings can still be changed.
      await bare.owner.call(updateRealm, { description: 'x' })
      await refused(
        bare.owner.call(updateRealm, { authentication_methods: { Email: false } }),
        'At least one authentication method must be enabled.',
      )
    } finally {
      await bare.close()
    }
    await refused(fetchKey(), DISABLED, { code: 'PASSWORD_AUTH_DISABLED' })
  })
})
