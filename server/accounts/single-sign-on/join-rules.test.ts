import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { endpoints } from '../../../api/endpoints/index.ts'
import type { Browser } from '../../../test/browser-visit.ts'
import { JOINED, type JoiningServer, type Page, startJoining } from '../../../test/outside/joining.ts'
import { leadsTo, PASSWORD, START, whoIs } from '../../../test/outside/single-sign-on.ts'
import { bot, changeAccount, changeRealm } from '../../../test/people.ts'
import { ROLE } from '../../kernel/realm-state/user.ts'
import { reactivateRealm } from '../../organization/realm/reactivate-realm.ts'

const { createUser, deactivateRealm, deactivateUser, getInvites, revokeEmailInvite } = endpoints
const DEAD = 'This invitation is not valid. It may have expired, been used or been revoked.'

let on: JoiningServer
let server: JoiningServer['server']
let provider: JoiningServer['provider']
let browser: Browser
let email: string

beforeAll(async () => {
  on = await startJoining()
  ;({ server, provider } = on)
})
beforeEach(() => {
  ;({ browser, email } = on.next())
})
afterEach(() => on.forgetInvitations())
afterAll(() => on.close())

describe('somebody who joins with the provider', () => {
  test('needs a verified address', async () => {
    const path = await on.invited()
    for (const [claims, why] of [
      [{ email_verified: false }, 'Example Login has not verified your email address.'],
      [{ email_verified: 'true' }, 'Example Login has not verified your email address.'],
      [{ email: undefined }, 'Example Login does not tell your email address.'],
    ] as const) {
      provider.claims = claims
      await on.isRefused(await on.join(browser, path), path, 400, why)
    }
    provider.claims = {}
    leadsTo(await on.join(browser, path), JOINED)
  })

  test('needs the invited address, in any case', async () => {
    const path = await on.invited()
    const other = `other.${email}`
    provider.person = { ...provider.person, email: other }
    const why = `The invitation is for ${email}, but your address at Example Login is ${other}.`
    await on.isRefused(await on.join(browser, path), path, 400, why)
    expect([on.account(), on.account(other), await on.openInvitations()]).toEqual([undefined, undefined, 1])
    provider.person = { ...provider.person, email: email.toUpperCase() }
    leadsTo(await on.join(browser, path), JOINED)
    expect(on.account()).toMatchObject({ deliveryEmail: email.toUpperCase() })
    expect(await on.openInvitations()).toBe(0)
  })

  test('has to sign in there', async () => {
    const path = await on.invited()
    const query = provider.permit(await on.pressed(browser, path))
    const refusal = new URLSearchParams({ state: query.get('state')!, error: 'access_denied' })
    await on.isRefused(await on.comeBack(browser, refusal), path, 400, 'You did not sign in at Example Login.')
    provider.signer = 'unknown'
    await on.isRefused(await on.comeBack(browser, query), path, 400, 'Example Login did not confirm who you are.')
    provider.signer = 'RS256'
    leadsTo(await on.join(browser, path), JOINED)
  })

  const anyOfAda = async (change: object) => {
    await server.database.db.updateTable('invitation').set(change).execute()
  }
  test.each<[string, () => Promise<unknown>, () => Promise<unknown>]>([
    ['has expired', () => anyOfAda({ expires_at: 1_000 }), () => anyOfAda({ expires_at: null })],
    [
      'is revoked',
      async () => {
        const [one] = (await on.ada.client.call(getInvites, {})).invites
        await on.ada.client.call(revokeEmailInvite, { invite_id: one!.id })
      },
      () => anyOfAda({ state: 'open' }),
    ],
    ['has been used', () => anyOfAda({ state: 'used' }), () => anyOfAda({ state: 'open' })],
    [
      'is of somebody who is gone',
      () => changeAccount(server, on.ada.id, { is_active: false }),
      () => changeAccount(server, on.ada.id, { is_active: true }),
    ],
    [
      'is of a deactivated organization',
      () => server.owner.call(deactivateRealm, {}),
      () => server.ctx.transact(server.realm.id, reactivateRealm),
    ],
  ])('gets the page of the link if the invitation %s', async (_, kill, revive) => {
    const path = await on.invited()
    const query = provider.permit(await on.pressed(browser, path))
    await kill()
    const atLink = await browser.request(path)
    expect(atLink.status).toBe(404)
    expect(atLink.text).toContain(DEAD)
    for (const page of [
      await on.comeBack(browser, query),
      await browser.request(`${START}?invitation=${path.split('/')[2]}`),
    ])
      expect([page.status, page.text]).toEqual([404, atLink.text])
    expect(on.account()).toBeUndefined()
    await revive()
    leadsTo(await on.comeBack(browser, query), JOINED)
    expect(on.account()).toBeDefined()
  })

  test('gets the same page with a key that is none', async () => {
    for (const key of ['a'.repeat(24), 'x', '%00', '🙂'.repeat(500)]) {
      const page = await browser.request(`${START}?invitation=${key}`)
      expect([page.status, page.text.includes(DEAD)]).toEqual([404, true])
    }
  })

  test.each([
    [
      'an address of a permitted domain',
      { emails_restricted_to_domains: true },
      { emails_restricted_to_domains: false },
      'example.net',
      'not allowed in this organization',
    ],
    [
      'an address that lasts',
      { disallow_disposable_email_addresses: true },
      { disallow_disposable_email_addresses: false },
      'mailinator.com',
      'Disposable email addresses are not allowed in this organization',
    ],
  ])('needs %s', async (_, strict, lax, domain, why) => {
    const address = email.replace('example.org', domain)
    provider.person = { ...provider.person, email: address }
    const path = await on.linked()
    await changeRealm(server, strict)
    await on.isRefused(await on.join(browser, path), path, 400, why)
    // The page says the same to somebody who writes the address into its form.
    expect((await browser.send(path, { email: address })).text).toContain(why)
    expect(on.account(address)).toBeUndefined()
    await changeRealm(server, lax)
    leadsTo(await on.join(browser, path), JOINED)
    await changeRealm(server, { disallow_disposable_email_addresses: true })
    expect(on.account(address)).toBeDefined()
  })

  test('needs a free name where names are unique', async () => {
    const path = await on.invited()
    provider.person = { ...provider.person, name: 'Ada' }
    await changeRealm(server, { require_unique_names: true })
    await on.isRefused(await on.join(browser, path), path, 400, 'Unique names required in this organization.')
    await changeRealm(server, { require_unique_names: false })
    leadsTo(await on.join(browser, path), JOINED)
  })

  async function createAccount(): Promise<void> {
    await changeAccount(server, server.realm.userByEmail('olivia@example.org')!.id, { can_create_users: true })
    await server.owner.call(createUser, { email, full_name: 'Here already', password: PASSWORD })
  }

  test('cannot use an invitation to an address that has got an account', async () => {
    const path = await on.invited()
    await createAccount()
    const { status, text } = await browser.request(path)
    expect([status, text.includes(DEAD)]).toEqual([404, true])
  })

  test.each([
    ['a link', () => on.linked()],
    ['an invitation to somebody else', () => on.invited(`other.${email}`)],
  ])('is only signed in if the address has an account, with %s', async (_, make) => {
    const path = await make()
    await createAccount()
    const { id } = on.account()!
    leadsTo(await on.join(browser, path), `${JOINED}?account=existing`)
    expect(await whoIs(browser)).toBe(email)
    const { text } = await browser.request(`${JOINED}?account=existing`)
    expect(text).toContain('<h1>You already have an account in Test</h1>')
    expect(text).toContain(`You are signed in as Here already, with the address ${email}.`)
    expect(text).toContain('The invitation has not been used.')
    expect(on.account()).toMatchObject({ id, fullName: 'Here already', role: ROLE.member })
    expect((await browser.request(path)).status).toBe(200)
  })

  test('is refused if the account of the address is deactivated', async () => {
    const dora = await server.person('Dora')
    provider.person = { ...provider.person, email: dora.email }
    const path = await on.linked()
    await server.owner.call(deactivateUser, { user_id: dora.id })
    await on.isRefused(await on.join(browser, path), path, 401, 'Account is deactivated')
    await changeAccount(server, dora.id, { is_active: true })
    leadsTo(await on.join(browser, path), `${JOINED}?account=existing`)
  })

  test('is never a bot', async () => {
    const robin = await bot(server, 'Robin', on.ada)
    provider.person = { ...provider.person, email: robin.email }
    const path = await on.linked()
    await on.isRefused(await on.join(browser, path), path, 400, 'Email is already in use.')
  })

  test('comes back once, to the same browser', async () => {
    const path = await on.linked()
    const notStarted = async (page: Page) => {
      expect(page.status).toBe(400)
      expect(page.text).toContain('You did not start this in this browser, or it took too long.')
      expect(on.account()).toBeUndefined()
    }
    const query = provider.permit(await on.pressed(browser, path))
    await notStarted(await on.comeBack(on.visitor(), query))
    const other = on.visitor()
    await on.pressed(other, path)
    await notStarted(await on.comeBack(other, query))
    const cookie = browser.cookies.get('signinprovider')!
    leadsTo(await on.comeBack(browser, query), JOINED)
    await changeAccount(server, on.account()!.id, { delivery_email: `gone.${email}` })
    await notStarted(await on.comeBack(browser, query))
    // Also with the cookie, the code of the provider works once.
    browser.cookies.delete('sessionid')
    browser.cookies.set('signinprovider', cookie)
    await on.isRefused(await on.comeBack(browser, query), path, 400, 'Example Login did not confirm who you are.')
    expect(on.account()).toBeUndefined()
  })

  test('too late is refused, and the invitation stays', async () => {
    const path = await on.invited()
    const query = provider.permit(await on.pressed(browser, path))
    on.clock.pass(901)
    expect((await on.comeBack(browser, query)).text).toContain('You did not start this in this browser')
    expect([on.account(), await on.openInvitations()]).toEqual([undefined, 1])
    leadsTo(await on.join(browser, path), JOINED)
  })
})
