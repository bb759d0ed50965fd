import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { endpoints } from '../../../api/endpoints/index.ts'
import { type Browser, withoutIcons } from '../../../test/browser-visit.ts'
import { explains } from '../../../test/events-explain-state.ts'
import type { Person } from '../../../test/harness.ts'
import { JOINED, type JoiningServer, startJoining } from '../../../test/outside/joining.ts'
import { linkIn, takeMails } from '../../../test/outside/mails.ts'
import { leadsTo, PASSWORD, START, whoIs } from '../../../test/outside/single-sign-on.ts'
import { changeChannel, group } from '../../../test/people.ts'
import { ROLE } from '../../kernel/realm-state/user.ts'

const { getMessages, sendInvites, updateRealm } = endpoints
const DISABLED = 'Password authentication is disabled in this organization'
const BUTTON = 'Continue with Example Login</a>'

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

const setPasswords = (isOn: boolean) => server.owner.call(updateRealm, { authentication_methods: { Email: isOn } })

describe('the page of an invitation', () => {
  afterEach(() => server.owner.call(updateRealm, { authentication_methods: { Email: true, 'OpenID Connect': true } }))

  test.each([
    ['by mail', () => on.invited()],
    ['by link', () => on.linked()],
  ])('%s has a form and a button', async (_, make) => {
    const path = await make()
    const { text } = await browser.request(path)
    const key = /^\/join\/(\w+)\/$/.exec(path)![1]!
    expect(text).toContain('<form')
    expect(withoutIcons(text)).toContain(`<a class="button quiet" href="${START}?invitation=${key}">${BUTTON}`)
  })

  test.each([
    ['by mail', () => on.invited()],
    ['by link', () => on.linked()],
  ])('%s has no form without passwords, and accepts none', async (way, make) => {
    const path = await make()
    await setPasswords(false)
    const { status, text } = await browser.request(path)
    expect([status, text.includes('<form')]).toEqual([200, false])
    expect(text).toContain('Ada invited you.')
    expect(text.includes(`The invitation is for ${email}.`)).toBe(way === 'by mail')
    expect(text).toContain(`<a class="button" href="${START}?invitation=`)
    await takeMails(server)
    // The form of a page that was opened before.
    const body = new URLSearchParams({ email, full_name: 'New', password: PASSWORD })
    const sent = await browser.request(path, { method: 'POST', body })
    expect(sent.status).toBe(401)
    for (const part of [DISABLED, BUTTON]) expect(sent.text).toContain(part)
    expect(sent.text).not.toContain('<form')
    expect([on.account(), await takeMails(server), await on.openInvitations()]).toEqual([undefined, [], 1])
    leadsTo(await on.join(browser, path), JOINED)
    expect(await whoIs(browser)).toBe(email)
  })

  test('has no button where the provider is switched off', async () => {
    const path = await on.invited()
    const query = provider.permit(await on.pressed(browser, path))
    await server.owner.call(updateRealm, { authentication_methods: { 'OpenID Connect': false } })
    expect((await browser.request(path)).text).not.toContain(START)
    const key = path.split('/')[2]!
    for (const page of [await browser.request(`${START}?invitation=${key}`), await on.comeBack(browser, query)])
      expect([page.status, page.text.includes('Single sign-on is not available')]).toEqual([404, true])
    expect([on.account(), await on.openInvitations()]).toEqual([undefined, 1])
  })
})

describe('somebody who joins with the provider', () => {
  test('gets what somebody with a password gets, and is signed in', async () => {
    const bob = await server.person('Bob')
    const team = await group(server, { name: 'team' })
    const general = server.realm.channelByName('general')!
    await changeChannel(server, general.id, { is_default: true })
    await server.owner.call(updateRealm, { signup_announcements_stream_id: general.id })
    await server.owner.call(endpoints.subscribe, { subscriptions: [{ name: 'garden' }], invite_only: true })
    const granted = {
      invite_as: 300,
      stream_ids: [server.channelId('garden')],
      include_realm_default_subscriptions: true,
      group_ids: [team],
      welcome_message_custom_text: 'Water the plants.',
      notify_referrer_on_join: true,
    }
    const newest = { anchor: 'newest', num_before: 3, num_after: 0, apply_markdown: false } as const
    const outcome = async (to: string, fullName: string, join: (path: string) => Promise<unknown>) => {
      // Only an owner may put people into the group.
      await server.owner.call(sendInvites, { invitee_emails: to, ...granted } as never)
      const path = linkIn((await takeMails(server)).find((mail) => mail.to === to)!, '/join/')
      const audit = () => server.database.db.selectFrom('audit_log').selectAll().orderBy('id').execute()
      const before = (await audit()).length
      const watchers = { Owner: server.owner, Ada: on.ada.client, Bob: bob.client }
      const events = await explains(watchers, () => join(path))
      const mails = (await takeMails(server)).filter((mail) => mail.to === to).map(({ subject }) => subject)
      const { id, role, canCreateUsers, isActive } = on.account(to)!
      const seen = async (client: Person['client']) =>
        (await client.call(getMessages, newest)).messages.map(({ content, sender_full_name }) =>
          `${sender_full_name}: ${content}`.replaceAll(`${fullName}|${id}`, 'NEWCOMER'),
        )
      return {
        user: { role, canCreateUsers, isActive },
        channels: [...server.realm.memberships.channelsOf(id)].sort(),
        isInTeam: server.realm.groups.get(team)!.members.includes(id),
        events: Object.entries(events).map(([name, list]) => [
          name,
          list.map((event) => [event.type, 'op' in event && event.op]),
        ]),
        audit: (await audit())
          .slice(before)
          .map(({ action, target_kind, actor_id }) => [action, target_kind, actor_id === id]),
        mails,
        own: await seen(server.clientFor(on.account(to)!)),
        owner: (await seen(server.owner)).slice(-2),
        open: await on.openInvitations(),
      }
    }
    const byPassword = await outcome(`twin.${email}`, 'Twin One', async (path) => {
      const { text } = await browser.send(path, { full_name: 'Twin One', password: PASSWORD })
      expect(text).toContain('Your account exists now.')
    })
    provider.person = { ...provider.person, name: 'Twin Two' }
    const byProvider = await outcome(email, 'Twin Two', async (path) => leadsTo(await on.join(browser, path), JOINED))
    expect(byPassword).toMatchObject({ user: { role: 300 }, isInTeam: true, mails: ['Welcome to Test'], open: 0 })
    expect(byPassword.channels).toHaveLength(2)
    expect(byPassword.own.join()).toContain('Water the plants.')
    expect(byPassword.owner.join()).toContain('NEWCOMER** accepted your invitation')
    const signedIn = ['signed in', 'user', true]
    expect(byProvider).toEqual({ ...byPassword, audit: [...byPassword.audit, signedIn] })

    expect(await whoIs(browser)).toBe(email)
    const { text } = await browser.request(JOINED)
    expect(text).toContain('<h1>Welcome to Test</h1>')
    expect(text).toContain(`Your account exists now. Your email address is ${email}.`)
    leadsTo(await on.visitor().request(JOINED), '/login/')
  })

  test('carries the invitation past the provider, which cannot read it', async () => {
    const path = await on.invited()
    const address = await on.pressed(browser, path)
    const state = Buffer.from(new URL(address).searchParams.get('state')!, 'base64url').toString('latin1')
    for (const text of [decodeURIComponent(address), state]) expect(text).not.toContain(path.split('/')[2])
    const { headers } = await browser.request(path)
    expect(headers.get('referrer-policy')).toBe('no-referrer')
    expect((await browser.request(START)).headers.get('referrer-policy')).toBe('no-referrer')
  })

  test('by a link, like any number of others, with any address', async () => {
    const path = await on.linked()
    leadsTo(await on.join(browser, path), JOINED)
    const other = `other.${email}`
    provider.person = { ...provider.person, email: other }
    leadsTo(await on.join(on.visitor(), path), JOINED)
    for (const address of [email, other]) expect(on.account(address)).toMatchObject({ role: ROLE.guest })
    expect(await on.openInvitations()).toBe(1)
  })

  test('ends the session of somebody else in the same browser', async () => {
    await browser.signIn(on.ada.email, PASSWORD)
    const session = browser.cookies.get('sessionid')!
    leadsTo(await on.join(browser, await on.invited()), JOINED)
    expect(await whoIs(browser)).toBe(email)
    const replaced = on.visitor()
    replaced.cookies.set('sessionid', session)
    expect(await whoIs(replaced)).toBeUndefined()
  })

  describe('leaves nothing behind if a step fails', () => {
    const query = (text: string) => server.database.pool.query(text)
    afterEach(() => query('drop function if exists refuse() cascade'))

    test.each([
      ['insert', 'account'],
      ['insert', 'member'],
      ['update', 'invitation'],
      ['insert', 'audit_log'],
      ['insert', 'event_log'],
    ])('the %s into %s', async (step, table) => {
      const path = await on.invited(email, { stream_ids: [server.channelId('general')] })
      const people = server.realm.users.size
      await query(`create function refuse() returns trigger language plpgsql as $$ begin raise 'away'; end $$`)
      await query(`create trigger refuse before ${step} on ${table} for each statement execute function refuse()`)
      expect((await on.join(browser, path)).status).toBe(500)
      await query('drop function refuse() cascade')
      expect([on.account(), server.realm.users.size, await on.openInvitations()]).toEqual([undefined, people, 1])
      const rows = await server.database.db
        .selectFrom('account')
        .where('delivery_email', '=', email)
        .selectAll()
        .execute()
      expect(rows).toEqual([])
      expect(await takeMails(server)).toEqual([])
      leadsTo(await on.join(browser, path), JOINED)
      expect([on.account()?.role, await on.openInvitations()]).toEqual([ROLE.member, 0])
    })

    test('a session, which the person starts again with the account', async () => {
      const path = await on.invited()
      await query(`create function refuse() returns trigger language plpgsql as $$ begin raise 'away'; end $$`)
      await query('create trigger refuse before insert on session for each statement execute function refuse()')
      expect((await on.join(browser, path)).status).toBe(500)
      await query('drop function refuse() cascade')
      expect(await on.openInvitations()).toBe(0)
      leadsTo(await on.signIn(browser), '/')
      expect(await whoIs(browser)).toBe(email)
    })
  })
})
