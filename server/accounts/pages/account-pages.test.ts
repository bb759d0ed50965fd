import { beforeEach, describe, expect, test } from 'vitest'
import { endpoints } from '../../../api/endpoints/index.ts'
import { Browser } from '../../../test/browser-visit.ts'
import { TestClock } from '../../../test/clock.ts'
import { type Person, startTestServer } from '../../../test/harness.ts'
import { linkIn, takeMails } from '../../../test/outside/mails.ts'
import { bot, changeAccount } from '../../../test/people.ts'
import { useServer } from '../../../test/use-server.ts'
import { reactivateRealm } from '../../organization/realm/reactivate-realm.ts'
import { localPath } from './local-path.ts'

const PASSWORD = 'correct horse battery staple'
const NEXT = 'nine purple otters sing'
const RESET = '/accounts/password/reset/'
const HOUR = 3_600

describe('the pages of an account', () => {
  const clock = new TestClock()
  const { server } = useServer({ clock })
  let ann: Person
  let browser: Browser
  let count = 0

  beforeEach(async () => {
    count += 1
    ann = await server.person(`Ann ${count}`)
    browser = new Browser(server)
    await takeMails(server)
  })

  const isSignedIn = async (one = browser) => (await one.json('GET', '/users/me')).status === 200
  const mailsTo = async (email: string) => (await takeMails(server)).filter(({ to }) => to === email)

  describe('to sign in', () => {
    test('leads to the page that was wanted', async () => {
      const answer = await browser.signIn(ann.email.toUpperCase(), PASSWORD, '/accounts/devices/')
      expect([answer.status, answer.headers.get('location')]).toEqual([303, '/accounts/devices/'])
      expect(await isSignedIn()).toBe(true)
      const again = await browser.request('/login/?next=/api/')
      expect([again.status, again.headers.get('location')]).toEqual([303, '/api/'])
    })

    test('is not possible in a deactivated organization, and its start page says so', async () => {
      await browser.signIn(ann.email, PASSWORD)
      await server.owner.call(endpoints.deactivateRealm, {})
      const visitor = new Browser(server)
      for (const one of [browser, visitor]) {
        const { status, text } = await one.request('/')
        expect(status).toBe(200)
        expect(text).toContain('This organization has been deactivated')
        expect(text).not.toMatch(/<script|Ann/)
      }
      expect((await visitor.signIn(ann.email, PASSWORD)).text).toContain('This organization has been deactivated')
      await server.ctx.transact(server.realm.id, reactivateRealm)
      expect((await browser.request('/')).text).toContain('<script')
    })

    test.each([
      'https://evil.example/',
      '//evil.example',
      '/\\evil.example',
      '/\t/evil.example',
      'javascript:alert(1)',
      '',
    ])('never leads to %j', async (next) => {
      expect(localPath(next)).toBe('/')
      expect((await browser.signIn(ann.email, PASSWORD, next)).headers.get('location')).toBe('/')
    })

    test('says the same for a wrong password and for nobody', async () => {
      const wrong = await browser.signIn(ann.email, 'wrong')
      const nobody = await browser.signIn('nobody@example.org', 'wrong')
      expect([wrong.status, nobody.status]).toEqual([401, 401])
      const shown = (text: string) => text.replace(/value="[^"]*"/g, '')
      expect(shown(wrong.text)).toBe(shown(nobody.text))
      expect(wrong.text).toContain('This email and password do not match.')
      expect(wrong.text).toContain(`value="${ann.email}"`)
      expect(wrong.text).not.toContain('wrong"')
      expect(await isSignedIn()).toBe(false)
    })

    test('does not let anybody guess', async () => {
      for (let tries = 0; tries < 5; tries += 1) await browser.signIn(ann.email, 'wrong')
      const refused = await browser.signIn(ann.email, PASSWORD)
      expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '1800'])
      expect(refused.text).toContain('Too many attempts. Try again in 30 minutes.')
      clock.pass(1800)
      expect((await browser.signIn(ann.email, PASSWORD)).status).toBe(303)
    })

    test('is not for bots and deactivated accounts', async () => {
      const robot = await bot(server, `Robot ${count}`, ann)
      expect((await browser.signIn(robot.email, PASSWORD)).status).toBe(401)
      await server.owner.call(endpoints.deactivateUser, { user_id: ann.id })
      const gone = await browser.signIn(ann.email, PASSWORD)
      expect(gone).toMatchObject({ status: 401, text: expect.stringContaining('Account is deactivated') })
    })

    test('needs the token of its own page', async () => {
      const fields = { username: ann.email, password: PASSWORD }
      const forged = await browser.request('/login/', { method: 'POST', body: new URLSearchParams(fields) })
      expect(forged).toMatchObject({ status: 403, text: expect.stringContaining('The form was not accepted') })
      const elsewhere = new Browser(server, { origin: 'https://evil.example' })
      expect((await elsewhere.signIn(ann.email, PASSWORD)).status).toBe(403)
      expect(await isSignedIn()).toBe(false)
    })

    test('makes an imported account one that has joined', async () => {
      await changeAccount(server, ann.id, { is_imported_stub: true })
      await browser.signIn(ann.email, PASSWORD)
      expect(server.realm.users.get(ann.id)).toMatchObject({ isImportedStub: false })
    })

    test('tells people by mail, unless enable_login_emails is off or they have just joined', async () => {
      const subjects = async () => (await mailsTo(ann.email)).map(({ subject }) => subject)
      await browser.signIn(ann.email, PASSWORD)
      expect(await subjects()).toEqual([])
      clock.pass(60)
      await new Browser(server).signIn(ann.email, PASSWORD)
      expect(await subjects()).toEqual(['New sign-in to Test'])
      await ann.client.call(endpoints.updateSettings, { enable_login_emails: false })
      await new Browser(server).signIn(ann.email, PASSWORD)
      expect(await subjects()).toEqual([])
    })

    test('leaves an entry with the address of the browser', async () => {
      await browser.signIn(ann.email, PASSWORD)
      const { entries } = await server.owner.call(endpoints.getAuditLog, { action: 'signed in', target_id: ann.id })
      expect(entries).toMatchObject([{ actor_id: ann.id, address: '127.0.0.1', client: 'website' }])
    })
  })

  describe('to sign out', () => {
    test('asks first, and ends this session only', async () => {
      const other = new Browser(server)
      for (const one of [browser, other]) await one.signIn(ann.email, PASSWORD)
      expect((await browser.request('/logout/')).text).toContain('Sign out?')
      expect(await isSignedIn()).toBe(true)
      const answer = await browser.send('/logout/', {})
      expect([answer.status, answer.headers.get('location')]).toEqual([303, '/login/'])
      expect([browser.cookies.size, await isSignedIn(), await isSignedIn(other)]).toEqual([0, false, true])
    })

    test('needs the token, so that no other site signs people out', async () => {
      await browser.signIn(ann.email, PASSWORD)
      expect((await browser.request('/logout/', { method: 'POST' })).status).toBe(403)
      expect(await isSignedIn()).toBe(true)
    })

    test('leads those who are not signed in to the sign-in page', async () => {
      expect((await browser.request('/logout/')).headers.get('location')).toBe('/login/')
    })
  })

  describe('with the devices', () => {
    test('lists them, and signs one or all out', async () => {
      const phone = new Browser(server, { 'user-agent': 'Mozilla/5.0 (iPhone) Safari/604.1' })
      for (const one of [browser, phone]) await one.signIn(ann.email, PASSWORD)
      const { text } = await browser.request('/accounts/devices/')
      expect(text).toContain('This browser')
      expect(text).toContain('Safari on iPhone')
      const id = /Safari on iPhone[\s\S]*?name="session" value="(\d+)"/.exec(text)![1]!
      expect((await browser.send('/accounts/devices/', { session: id })).headers.get('location')).toBe(
        '/accounts/devices/',
      )
      expect([await isSignedIn(), await isSignedIn(phone)]).toEqual([true, false])
      await phone.signIn(ann.email, PASSWORD)
      const all = await browser.send('/accounts/devices/', { session: 'all' })
      expect(all.headers.get('location')).toBe('/login/')
      expect([await isSignedIn(), await isSignedIn(phone)]).toEqual([false, false])
    })

    test('does not touch those of others', async () => {
      const bob = await server.person(`Bob ${count}`)
      const other = new Browser(server)
      await other.signIn(bob.email, PASSWORD)
      await browser.signIn(ann.email, PASSWORD)
      const [session] = (await bob.client.call(endpoints.getSessions, {})).sessions
      await browser.send('/accounts/devices/', { session: `${session!.id}` })
      expect(await isSignedIn(other)).toBe(true)
    })

    test('asks people to sign in', async () => {
      const { headers } = await browser.request('/accounts/devices/')
      expect(headers.get('location')).toBe('/login/?next=%2Faccounts%2Fdevices%2F')
      const answer = await browser.send('/accounts/devices/', {})
      expect(answer.status).toBe(403)
    })
  })

  describe('for a new password', () => {
    const askedFor = async (email: string) => {
      const answer = await browser.send(RESET, { email })
      return { ...answer, mails: await mailsTo(email) }
    }
    const resetLinkOf = async (email: string) => linkIn((await askedFor(email)).mails[0]!, RESET)
    const choose = (link: string, password: string) => browser.send(link, { password })

    test('mails a link that works once, and signs every browser out', async () => {
      const elsewhere = new Browser(server)
      await elsewhere.signIn(ann.email, PASSWORD)
      const link = await resetLinkOf(ann.email)
      expect((await browser.request(link)).text).toContain(`value="${ann.email}"`)
      const weak = await choose(link, 'ann')
      expect(weak).toMatchObject({ status: 400, text: expect.stringContaining('The password is too weak.') })
      expect((await choose(link, NEXT)).text).toContain('Your password is changed')
      expect([await isSignedIn(elsewhere), (await browser.signIn(ann.email, PASSWORD)).status]).toEqual([false, 401])
      expect((await browser.signIn(ann.email, NEXT)).status).toBe(303)
      expect((await browser.request(link)).status).toBe(404)
      expect((await choose(link, PASSWORD)).status).toBe(404)
    })

    test('works once even if two use it at the same time', async () => {
      const link = await resetLinkOf(ann.email)
      const answers = await Promise.all([choose(link, NEXT), choose(link, 'eleven golden herons wait')])
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 404])
    })

    test('is worthless after another reset, a day, a change of the address or a deactivation', async () => {
      const first = await resetLinkOf(ann.email)
      const second = await resetLinkOf(ann.email)
      await choose(second, NEXT)
      expect((await browser.request(first)).status).toBe(404)
      clock.pass(HOUR)
      const third = await resetLinkOf(ann.email)
      expect((await browser.request(third)).status).toBe(200)
      await changeAccount(server, ann.id, { delivery_email: `moved${count}@example.org` })
      expect((await browser.request(third)).status).toBe(404)
      await changeAccount(server, ann.id, { delivery_email: ann.email, is_active: false })
      expect((await browser.request(third)).status).toBe(404)
      await changeAccount(server, ann.id, { is_active: true })
      expect((await browser.request(third)).status).toBe(200)
      clock.pass(24 * HOUR)
      expect((await browser.request(third)).status).toBe(404)
    })

    test('cannot be made up, or taken from another link', async () => {
      expect((await browser.request(`${RESET}abc/`)).status).toBe(404)
      const link = await resetLinkOf(ann.email)
      expect((await browser.request(`${link.slice(0, -3)}xx/`)).status).toBe(404)
      const sealed = server.ctx.secret.sealKey(JSON.stringify({ for: 'join', user: ann.id }))
      expect((await browser.request(`${RESET}${Buffer.from(sealed, 'base64').toString('base64url')}/`)).status).toBe(
        404,
      )
    })

    test('says the same whether there is an account or not', async () => {
      const robot = await bot(server, `Robo ${count}`, ann)
      const known = await askedFor(ann.email)
      for (const email of ['nobody@example.org', robot.email, ann.apiEmail, `gone${count}@example.org`]) {
        const other = await askedFor(email)
        expect(other.mails).toEqual([])
        expect(other.status).toBe(known.status)
        expect(other.text.replaceAll(email, 'X')).toBe(known.text.replaceAll(ann.email, 'X'))
      }
      expect(known.mails).toHaveLength(1)
    })

    test('needs an address, and not too often', async () => {
      const wrong = await browser.send(RESET, { email: 'nobody' })
      expect(wrong).toMatchObject({ status: 400, text: expect.stringContaining('Enter a valid email address.') })
      for (const email of [ann.email, 'unknown@example.org']) {
        expect([(await askedFor(email)).status, (await askedFor(email.toUpperCase())).status]).toEqual([200, 200])
        expect((await askedFor(email)).status).toBe(429)
        clock.pass(HOUR)
        expect((await askedFor(email)).status).toBe(200)
      }
    })
  })

  describe('for a new address', () => {
    const asked = async (email: string) => {
      await ann.client.call(endpoints.updateSettings, { email })
      const [mail] = await mailsTo(email)
      return linkIn(mail!, '/accounts/confirm_new_email/')
    }

    test('confirms it by a button, once, and tells the old one', async () => {
      const email = `new${count}@example.net`
      const link = await asked(email)
      expect((await browser.request(link)).text).toContain('Confirm your new address')
      expect(server.realm.users.get(ann.id)!.deliveryEmail).toBe(ann.email)
      expect((await browser.send(link, {})).text).toContain(email)
      expect(server.realm.users.get(ann.id)!.deliveryEmail).toBe(email)
      expect(await mailsTo(ann.email)).toMatchObject([{ subject: 'Your address for Test has changed' }])
      expect((await browser.send(link, {})).status).toBe(404)
    })

    test('says when the page is opened that a link was used, replaced, is too old or wrong', async () => {
      const opened = async (link: string) => {
        const { status, text } = await browser.request(link)
        return [status, text.includes('This link does not work'), text.includes('<button')]
      }
      const works = [200, false, true]
      const broken = [404, true, false]
      const first = await asked(`first${count}@example.net`)
      expect(await opened(first)).toEqual(works)
      const second = await asked(`second${count}@example.net`)
      expect([await opened(first), await opened(second), await opened(second)]).toEqual([broken, works, works])
      await browser.send(second, {})
      expect(await opened(second)).toEqual(broken)
      expect(await opened('/accounts/confirm_new_email/abc/')).toEqual(broken)
      clock.pass(24 * HOUR)
      ann = await server.person(`Old ${count}`)
      const old = await asked(`old${count}@example.net`)
      clock.pass(24 * HOUR - 1)
      expect(await opened(old)).toEqual(works)
      clock.pass(1)
      expect(await opened(old)).toEqual(broken)
    })

    test('does not, when it is taken meanwhile or the link is wrong', async () => {
      const email = `taken${count}@example.net`
      const link = await asked(email)
      const bob = await server.person(`Bob ${count}`)
      await changeAccount(server, bob.id, { delivery_email: email })
      expect((await browser.request(link)).text).toContain('Email is already in use.')
      const { status, text } = await browser.send(link, {})
      expect([status, server.realm.users.get(ann.id)!.deliveryEmail]).toEqual([404, ann.email])
      expect(text).toContain('This link does not work')
      expect((await browser.send('/accounts/confirm_new_email/abc/', {})).status).toBe(404)
    })

    test('waits while the organization is deactivated', async () => {
      const email = `later${count}@example.net`
      const link = await asked(email)
      await server.owner.call(endpoints.deactivateRealm, {})
      expect((await browser.request(link)).text).toContain('This organization has been deactivated')
      const refused = await browser.send(link, {})
      expect([refused.status, server.realm.users.get(ann.id)!.deliveryEmail]).toEqual([404, ann.email])
      expect(refused.text).toContain('This organization has been deactivated')
      await server.ctx.transact(server.realm.id, reactivateRealm)
      expect((await browser.send(link, {})).text).toContain(email)
    })
  })

  test('are never framed, cached, or told to other sites', async () => {
    for (const path of ['/login/', RESET]) {
      const { headers } = await browser.request(path)
      expect(headers.get('content-security-policy')).toContain("frame-ancestors 'none'")
      expect(headers.get('referrer-policy')).toBe('same-origin')
      expect(headers.get('cache-control')).toContain('no-store')
    }
  })
})

test('with https the cookies are for this host alone and are never sent without encryption', async () => {
  const server = await startTestServer({ env: { PARLEY_URL: 'https://chat.example.org' } })
  const browser = new Browser(server)
  const { headers } = await browser.signIn('olivia@example.org', PASSWORD)
  const [session, csrf] = headers.getSetCookie()
  expect(session).toMatch(/^__Host-sessionid=[\da-f]{64}; Path=\/; .*HttpOnly; Secure$/)
  expect(csrf).toMatch(/^__Host-csrftoken=[\da-f]{64}; Path=\/; .*Secure$/)
  expect((await browser.json('GET', '/users/me')).status).toBe(200)
  expect((await browser.json('POST', '/users/me/presence', { status: 'idle' })).status).toBe(200)
  await server.close()
})

describe('limits by address', () => {
  const { server } = useServer({ env: { PARLEY_TRUSTED_PROXIES: '127.0.0.1' } })

  const from = (address: string) => new Browser(server, { 'x-forwarded-for': address })

  test('guessing locks out only the address that guesses', async () => {
    const guesser = from('203.0.113.5')
    for (let tries = 0; tries < 5; tries += 1) await guesser.signIn('olivia@example.org', 'wrong')
    expect((await guesser.signIn('olivia@example.org', PASSWORD)).status).toBe(429)
    expect((await from('203.0.113.6').signIn('olivia@example.org', PASSWORD)).status).toBe(303)
  })

  test('an address asks for five mails a day, to whomever', async () => {
    const asker = from('203.0.113.7')
    const ask = (browser: Browser, n: number) => browser.send(RESET, { email: `person${n}@example.org` })
    for (let n = 0; n < 5; n += 1) expect((await ask(asker, n)).status).toBe(200)
    const refused = await ask(asker, 5)
    expect([refused.status, refused.headers.has('retry-after')]).toEqual([429, true])
    expect(refused.text).toContain('Too many attempts. Try again in 24 hours.')
    expect((await ask(from('203.0.113.8'), 5)).status).toBe(200)
  })

  test('mails to sign up count too', async () => {
    await server.owner.call(endpoints.updateRealm, { invite_required: false })
    const asker = from('203.0.113.9')
    const ask = (browser: Browser, n: number) => browser.send('/register/', { email: `new${n}@example.org` })
    for (let n = 0; n < 5; n += 1) expect((await ask(asker, n)).status).toBe(200)
    const refused = await ask(asker, 5)
    expect([refused.status, refused.headers.has('retry-after')]).toEqual([429, true])
    expect((await asker.send(RESET, { email: 'person6@example.org' })).status).toBe(429)
    expect((await ask(from('203.0.113.10'), 5)).status).toBe(200)
  })
})
