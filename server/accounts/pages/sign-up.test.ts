import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { endpoints } from '../../../api/endpoints/index.ts'
import { createClient } from '../../../client/client.ts'
import { Browser } from '../../../test/browser-visit.ts'
import { TestClock } from '../../../test/clock.ts'
import { explains } from '../../../test/events-explain-state.ts'
import { linkIn, takeMails } from '../../../test/outside/mails.ts'
import { bot, changeChannel, changeRealm } from '../../../test/people.ts'
import { useServer } from '../../../test/use-server.ts'
import { ROLE } from '../../kernel/realm-state/user.ts'
import { createRealm } from '../../operations/founding/create-realm.ts'

const PASSWORD = 'correct horse battery staple'
const REGISTER = '/register/'
const SIGN_UP = '/join/sign-up/'
const HOUR = 3_600
const DAY = 24 * HOUR
const DEAD = 'This link is not valid. It may have been used, or it is too old.'
const { createUser, fetchApiKey, getAuditLog, getInvites, getMessages, sendInvites, updateRealm } = endpoints

describe('signing up without an invitation', () => {
  const clock = new TestClock()
  const { server } = useServer({ clock })
  let browser: Browser
  let count = 0
  /** An address that nobody has used. */
  let email: string

  beforeAll(() => server.owner.call(updateRealm, { invite_required: false }))
  beforeEach(async () => {
    count += 1
    email = `new${count}@example.org`
    browser = new Browser(server)
    await takeMails(server)
  })

  const mailsTo = async (address: string) => (await takeMails(server)).filter(({ to }) => to === address)
  const ask = (address: string) => browser.send(REGISTER, { email: address })
  const asked = async (address: string) => {
    const answer = await ask(address)
    return { ...answer, mails: await mailsTo(address) }
  }
  const linkFor = async (address: string) => linkIn((await asked(address)).mails[0]!, SIGN_UP)
  const join = (link: string, fullName = `New ${count}`, more: Record<string, string> = {}) =>
    browser.send(link, { full_name: fullName, password: PASSWORD, ...more })
  const isDead = async (link: string) => {
    const { status, text } = await browser.request(link)
    return status === 404 && text.includes(DEAD)
  }
  const accountOf = (address: string) => server.realm.userByEmail(address)

  test('makes a member in the default channels, by a link that works once', async () => {
    const general = server.realm.channelByName('general')!
    await changeChannel(server, general.id, { is_default: true })
    await server.owner.call(updateRealm, { signup_announcements_stream_id: general.id })
    expect((await browser.request('/login/')).text).toContain(`<a href="${REGISTER}">Create an account</a>`)
    const { status, text, mails } = await asked(email)
    expect([status, text]).toEqual([200, expect.stringContaining(`We sent a mail to ${email}.`)])
    expect(mails.map(({ subject }) => subject)).toEqual(['Join Test'])
    const link = linkIn(mails[0]!, SIGN_UP)
    expect((await browser.request(link)).text).toContain(`value="${email}"`)
    const weak = await join(link, 'Nell', { password: 'nell' })
    expect(weak).toMatchObject({ status: 400, text: expect.stringContaining('The password is too weak.') })
    expect(accountOf(email)).toBeUndefined()

    const events = await explains({ Olivia: server.owner }, async () => {
      const joined = await join(link, 'Nell', { email: 'boss@example.org' })
      expect(joined.text).toContain(`Your account exists now. Your email address is ${email}.`)
    })
    const nell = accountOf(email)!
    expect(nell).toMatchObject({ fullName: 'Nell', role: ROLE.member, canCreateUsers: false })
    expect(accountOf('boss@example.org')).toBeUndefined()
    expect(server.realm.memberships.channelsOf(nell.id)).toEqual([general.id])
    // Nobody invited her, so nobody's list of invitations has changed.
    expect(events['Olivia']!.map(({ type }) => type)).not.toContain('invites_changed')
    const newest = { anchor: 'newest', num_before: 1, num_after: 0, apply_markdown: false } as const
    const { messages } = await server.owner.call(getMessages, {
      ...newest,
      narrow: [{ operator: 'channel', operand: general.id, negated: false }],
    })
    expect(messages[0]).toMatchObject({ content: `@_**Nell|${nell.id}** joined this organization.` })
    const { entries } = await server.owner.call(getAuditLog, { target_id: nell.id, action: 'signed up' })
    expect(entries).toHaveLength(1)

    expect((await server.owner.call(fetchApiKey, { username: email, password: PASSWORD })).user_id).toBe(nell.id)
    expect(await isDead(link)).toBe(true)
    expect((await join(link)).status).toBe(404)
  })

  test('makes one account even if two use the link at the same time', async () => {
    const link = await linkFor(email)
    const answers = await Promise.all([join(link, 'Ann'), join(link, 'Bea')])
    expect(answers.filter(({ text }) => text.includes('Your account exists now.'))).toHaveLength(1)
    const accounts = [...server.realm.users.values()].filter(({ deliveryEmail }) => deliveryEmail === email)
    expect(accounts).toHaveLength(1)
  })

  test('is in no list of invitations, and uses up the open ones to the same address', async () => {
    const bob = await server.person(`Bob ${count}`)
    const link = await linkFor(email)
    await bob.client.call(sendInvites, { invitee_emails: email, stream_ids: [], invite_as: 600 })
    expect((await server.owner.call(getInvites, {})).invites).toMatchObject([{ email, invited_by_user_id: bob.id }])
    const events = await explains({ Olivia: server.owner, Bob: bob.client }, () => join(link))
    expect(events['Bob']!.map(({ type }) => type)).toContain('invites_changed')
    expect((await server.owner.call(getInvites, {})).invites).toEqual([])
    expect(accountOf(email)).toMatchObject({ role: ROLE.member })
  })

  test('says the same whether there is an account or not, and a mail tells its owner', async () => {
    const ann = await server.person(`Ann ${count}`)
    const unknown = await asked(email)
    const known = await asked(ann.email.toUpperCase())
    expect(known.status).toBe(unknown.status)
    expect(known.text.replaceAll(ann.email.toUpperCase(), 'X')).toBe(unknown.text.replaceAll(email, 'X'))
    clock.pass(HOUR)
    await ask(ann.email)
    const [mail, ...more] = await mailsTo(ann.email)
    expect([mail!.subject, more]).toEqual(['You already have an account in Test', []])
    expect(linkIn(mail!, '/login/')).toBe('/login/')
    expect(mail!.text).not.toContain('/join/')
    await server.owner.call(endpoints.deactivateUser, { user_id: ann.id })
    await takeMails(server)
    await ask(ann.email)
    const [gone] = await mailsTo(ann.email)
    expect(gone!.text).toContain('Ask an administrator of Test to reactivate it.')
  })

  test('sends nothing to addresses that are no mailbox', async () => {
    const ann = await server.person(`Ann ${count}`)
    const robot = await bot(server, `Robot ${count}`, ann)
    const later = `user${ann.id + 1000}@${server.realm.info.host}`
    for (const address of [robot.email, ann.apiEmail, later]) {
      const { status, text, mails } = await asked(address)
      expect([status, mails]).toEqual([200, []])
      expect(text).toContain(`We sent a mail to ${address}.`)
    }
  })

  test('needs an address that the organization permits', async () => {
    const refusal = async (address: string, text: string) => {
      expect(await ask(address)).toMatchObject({ status: 400, text: expect.stringContaining(text) })
      expect(await mailsTo(address)).toEqual([])
    }
    await refusal('nobody', 'Enter a valid email address.')
    await refusal('a@b@example.org', 'Enter a valid email address.')
    await refusal('thea@mailinator.com', 'Disposable email addresses are not allowed in this organization')
    const link = await linkFor(email)
    await changeRealm(server, { emails_restricted_to_domains: true })
    const outside = 'not allowed in this organization'
    await refusal(`x${count}@example.net`, outside)
    // An account in a domain that is not permitted any more is refused like everybody there.
    await refusal('olivia@example.org', outside)
    expect(await join(link)).toMatchObject({ status: 400, text: expect.stringContaining(outside) })
    await changeRealm(server, { emails_restricted_to_domains: false })
    expect(accountOf(email)).toBeUndefined()
  })

  test('counts the mails to an address', async () => {
    for (const address of [email, 'olivia@example.org']) {
      expect([(await ask(address)).status, (await ask(address.toUpperCase())).status]).toEqual([200, 200])
      const refused = await ask(address)
      expect([refused.status, refused.headers.has('retry-after')]).toEqual([429, true])
      // Nobody is kept from choosing a new password.
      expect((await browser.send('/accounts/password/reset/', { email: address })).status).toBe(200)
      clock.pass(HOUR)
      expect((await ask(address)).status).toBe(200)
    }
  })

  test('needs the token of its own page', async () => {
    const fields = new URLSearchParams({ email })
    const forged = await browser.request(REGISTER, { method: 'POST', body: fields })
    expect(forged).toMatchObject({ status: 403, text: expect.stringContaining('The form was not accepted') })
    browser = new Browser(server, { origin: 'https://evil.example' })
    expect((await ask(email)).status).toBe(403)
    expect(await mailsTo(email)).toEqual([])
  })

  test('is not for people who are signed in', async () => {
    await browser.signIn('olivia@example.org', PASSWORD)
    const { status, headers } = await browser.request(REGISTER)
    expect([status, headers.get('location')]).toEqual([303, '/'])
  })

  test('needs a link of this server that is not too old', async () => {
    const link = await linkFor(email)
    expect(await isDead(SIGN_UP)).toBe(true)
    expect(await isDead(`${link.slice(0, -3)}xxx`)).toBe(true)
    const sealed = (proof: object) => {
      const text = Buffer.from(server.ctx.secret.sealKey(JSON.stringify(proof)), 'base64').toString('base64url')
      return `${SIGN_UP}?proof=${text}`
    }
    const until = clock.now() / 1000 + HOUR
    const { id: realm } = server.realm
    expect(await isDead(sealed({ for: 'sign-up', realm, email, until }))).toBe(false)
    expect(await isDead(sealed({ for: 'join', invitation: 1, email, until }))).toBe(true)
    clock.pass(DAY - 1)
    expect(await isDead(link)).toBe(false)
    clock.pass(1)
    expect(await isDead(link)).toBe(true)
    expect((await join(link)).status).toBe(404)
  })

  test('ends when the organization requires invitations, also for links that are on their way', async () => {
    const link = await linkFor(email)
    const { text: login } = await browser.request('/login/')
    await ask(`other.${email}`)
    await server.owner.call(updateRealm, { invite_required: true })
    expect(await mailsTo(`other.${email}`)).toEqual([])
    expect(await isDead(link)).toBe(true)
    expect((await join(link)).status).toBe(404)
    const shown = await browser.request(REGISTER)
    expect(shown).toMatchObject({ status: 403, text: expect.stringContaining('You need an invitation') })
    const csrfmiddlewaretoken = /name="csrfmiddlewaretoken" value="([^"]*)"/.exec(login)![1]!
    for (const address of [email, 'olivia@example.org', 'nobody']) {
      const body = new URLSearchParams({ csrfmiddlewaretoken, email: address })
      const sent = await browser.request(REGISTER, { method: 'POST', body })
      expect([sent.status, sent.text]).toEqual([shown.status, shown.text])
    }
    expect(await takeMails(server)).toEqual([])
    expect((await browser.request('/login/')).text).not.toContain(REGISTER)
    await server.owner.call(updateRealm, { invite_required: false })
    expect(await isDead(link)).toBe(false)
  })

  describe('is followed by a welcome mail', () => {
    const byInvitation = async () => {
      await server.owner.call(sendInvites, { invitee_emails: email, stream_ids: [] })
      return linkIn((await mailsTo(email))[0]!, '/join/')
    }

    test.each([
      ['by an invitation', byInvitation],
      ['without one', () => linkFor(email)],
    ])('%s, if send_welcome_emails is on', async (_, linkOf) => {
      await join(await linkOf())
      const [mail, ...more] = await mailsTo(email)
      expect([mail!.subject, more]).toEqual(['Welcome to Test', []])
      expect(mail!.text).toContain(`Hello New ${count},`)
      expect(mail!.text).toContain(`Email: ${email}`)
      expect(mail!.text).toContain(`${server.ctx.addressOf(server.realm).replace(/\/$/, '')}/login/`)
      expect(mail!.text).not.toContain(PASSWORD)
      expect(mail!.text).not.toContain('proof=')
      expect(mail!.text).not.toContain(server.ctx.secret.unsealKey(accountOf(email)!.apiKeySealed))
    })

    test('but not if send_welcome_emails is off', async () => {
      await server.owner.call(updateRealm, { send_welcome_emails: false })
      await join(await linkFor(email))
      expect(accountOf(email)).toBeDefined()
      expect(await mailsTo(email)).toEqual([])
      await server.owner.call(updateRealm, { send_welcome_emails: true })
    })

    test('but not if somebody else created the account', async () => {
      await server.owner.call(createUser, { email, full_name: 'Made', password: PASSWORD })
      expect(await mailsTo(email)).toEqual([])
    })
  })

  test('is for one organization, and not for a deactivated one', async () => {
    const link = await linkFor(email)
    const owner = { fullName: 'Nora', email: 'nora@example.net', password: PASSWORD }
    const { apiKey } = await createRealm(server.ctx, { name: 'Next door', host: '127.0.0.1', owner })
    const nora = createClient({ url: server.url, email: owner.email, apiKey, userAgent: 'website', strict: true })
    const here = new Browser({ url: server.url.replace('127.0.0.1', 'localhost') })
    // The browser is next door now.
    expect((await browser.request(REGISTER)).text).toContain('Next door is open by invitation only.')
    await nora.call(updateRealm, { invite_required: false })
    expect(await isDead(link)).toBe(true)
    expect((await here.request(link)).status).toBe(200)
    const theirs = await linkFor(email)
    expect((await here.request(theirs)).status).toBe(404)
    await nora.call(endpoints.deactivateRealm, {})
    expect(await isDead(theirs)).toBe(true)
    expect(await ask(email)).toMatchObject({
      status: 401,
      text: expect.stringContaining('This organization has been deactivated'),
    })
  })
})
