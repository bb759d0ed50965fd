import { afterEach, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { endpoints } from '../../../api/endpoints/index.ts'
import type { Client } from '../../../client/client.ts'
import { explains } from '../../../test/events-explain-state.ts'
import { startTestServer } from '../../../test/harness.ts'
import { whileLaneIsHeld } from '../../../test/held-lane.ts'
import { changeAccount, changeRealm, group } from '../../../test/people.ts'
import { refused } from '../../../test/refusals.ts'
import { useServer } from '../../../test/use-server.ts'
import { ROLE } from '../../kernel/realm-state/user.ts'
import { inviteAsOperator } from './invite-as-operator.ts'

const { createInviteLink, getInvites, resendEmailInvite, revokeEmailInvite, revokeInviteLink, sendInvites } = endpoints

describe('invitations', () => {
  const { server, ada, bob, cleo, gus } = useServer({
    administrators: ['ada'],
    members: ['bob', 'cleo'],
    guests: ['gus'],
  })
  let everyone: Record<string, Client>

  beforeAll(() => {
    everyone = { Olivia: server.owner, Ada: ada.client, Bob: bob.client, Cleo: cleo.client, Gus: gus.client }
  })
  /** For the daily limit, all invitations so far are of yesterday. */
  const aDayPasses = () =>
    server.database.db
      .updateTable('audit_log')
      .set((eb) => ({ at: eb('at', '-', 90_000) }))
      .execute()
  afterEach(async () => {
    await server.database.db.deleteFrom('invitation').execute()
    await aDayPasses()
  })

  type InviteArgs = Partial<Parameters<typeof send>[0]>
  const send = (wanted: Omit<Parameters<typeof server.owner.call<typeof sendInvites>>[1], 'stream_ids'>, by: Client) =>
    by.call(sendInvites, { stream_ids: [], ...wanted })
  const invite = (invitee_emails: string, by: Client = bob.client, wanted: InviteArgs = {}) =>
    send({ invitee_emails, ...wanted }, by)
  const link = async (by: Client = ada.client, wanted: Parameters<typeof by.call<typeof createInviteLink>>[1] = {}) =>
    (await by.call(createInviteLink, wanted)).invite_link
  const list = async (by: Client = server.owner) => (await by.call(getInvites, {})).invites
  const invited = async (by?: Client) => (await list(by)).map((one) => one.email)

  describe('by email', () => {
    test('are made, sent again and revoked; administrators and the inviter learn of it', async () => {
      const made = await explains(everyone, () => invite('new@example.com'))
      const who = (events: typeof made) => Object.keys(events).filter((name) => events[name]!.length > 0)
      expect(who(made)).toEqual(['Olivia', 'Ada', 'Bob'])
      expect(made['Bob']).toMatchObject([{ type: 'invites_changed' }])
      const [one] = await list(bob.client)
      const { id, invited: at } = one!
      expect(one).toEqual({
        id,
        invited_by_user_id: bob.id,
        invited: at,
        expiry_date: at + 864_000,
        invited_as: 400,
        email: 'new@example.com',
        notify_referrer_on_join: true,
        is_multiuse: false,
      })
      expect(who(await explains(everyone, () => ada.client.call(resendEmailInvite, { invite_id: id })))).toEqual([
        'Olivia',
        'Ada',
        'Bob',
      ])
      const revoked = await explains(everyone, () => bob.client.call(revokeEmailInvite, { invite_id: id }))
      expect(who(revoked)).toEqual(['Olivia', 'Ada', 'Bob'])
      expect(await list()).toEqual([])
      await refused(bob.client.call(revokeEmailInvite, { invite_id: id }), 'No such invitation')
      await refused(bob.client.call(resendEmailInvite, { invite_id: id }), 'No such invitation')
    })

    test('end when the address gets an account in another way', async () => {
      await invite('added@example.com, moved@example.com')
      const full_name = 'Added'
      await changeAccount(server, ada.id, { can_create_users: true, can_change_user_emails: true })
      const account = { email: 'Added@example.com', full_name, password: 'nine purple otters sing' }
      const added = await explains(everyone, () => ada.client.call(endpoints.createUser, account))
      expect(added['Bob']).toContainEqual(expect.objectContaining({ type: 'invites_changed' }))
      expect(await invited()).toEqual(['moved@example.com'])
      const dora = await server.person('Dora')
      const change = { user_id: dora.id, new_email: 'moved@example.com' }
      const moved = await explains(everyone, () => ada.client.call(endpoints.updateUser, change))
      expect(moved['Bob']).toContainEqual(expect.objectContaining({ type: 'invites_changed' }))
      const states = await server.database.db.selectFrom('invitation').select('state').execute()
      expect(states).toEqual([{ state: 'used' }, { state: 'used' }])
    })

    test('addresses are separated by commas or lines, may have names, and count once', async () => {
      await invite('a@example.com, Bea <b@example.com>\n"C, the third" <c@example.com>\n\nA@example.com,')
        .then(() => expect.unreachable())
        .catch((error) => expect(error.code).toBe('INVITATION_FAILED'))
      await invite('a@example.com, Bea <b@example.com>\nCeasar <c@example.com>\n\nA@example.com,')
      expect(await invited()).toEqual(['a@example.com', 'b@example.com', 'c@example.com'])
    })

    test.each(['', ' , \n', '<>'])('%j has no address', async (emails) => {
      await refused(invite(emails), 'You must specify at least one email address.')
    })

    test('a wrong address stops all', async () => {
      const data = {
        errors: [['nobody', 'Invalid address.', false]],
        sent_invitations: false,
        license_limit_reached: false,
        daily_limit_reached: false,
      }
      const msg = "Some emails did not validate, so we didn't send any invitations."
      await refused(invite('ok@example.com, nobody'), msg, { code: 'INVITATION_FAILED', data })
      expect(await list()).toEqual([])
    })

    test('the domains of the organization count, and disposable addresses', async () => {
      const reasonFor = async (email: string) => {
        const error = await invite(email).catch((thrown) => thrown)
        return error.data.errors[0][1]
      }
      const disposable = 'Disposable email addresses are not allowed in this organization'
      expect(await reasonFor('x@mailinator.com')).toBe(disposable)
      await changeRealm(server, { emails_restricted_to_domains: true })
      expect(await reasonFor('x@example.net')).toBe("Email 'x@example.net' not allowed in this organization")
      await changeRealm(server, { emails_restricted_to_domains: false })
    })

    test('people who have an account are skipped', async () => {
      const dan = await server.person('Dan')
      await changeAccount(server, dan.id, { is_active: false })
      const errors = [
        ['BOB@example.org', 'Already has an account.', false],
        ['dan@example.org', 'Account has been deactivated.', true],
      ]
      const code = 'INVITATION_FAILED'
      const none = { sent_invitations: false, license_limit_reached: false, daily_limit_reached: false, errors }
      await refused(invite('BOB@example.org, dan@example.org'), "We weren't able to invite anyone.", {
        code,
        data: none,
      })
      expect(await list()).toEqual([])
      const some =
        "Some of those addresses already have an account, so we didn't send them an invitation. " +
        'We did send invitations to everyone else!'
      await refused(invite('BOB@example.org, dan@example.org, eve@example.com'), some, {
        code,
        data: { ...none, sent_invitations: true },
      })
      expect(await invited()).toEqual(['eve@example.com'])
    })

    test('are at most 100 in a day, also when they were revoked', async () => {
      const emails = Array.from({ length: 100 }, (_, n) => `new${n}@example.com`)
      await invite(emails.join())
      const [id = 0, another = 0] = (await list()).map((one) => one.id)
      await bob.client.call(revokeEmailInvite, { invite_id: id })
      const msg = 'An organization can send at most 100 invitations in one day. No invitations were sent.'
      const data = { errors: [], sent_invitations: false, license_limit_reached: false, daily_limit_reached: true }
      await refused(invite('more@example.com'), msg, { code: 'INVITATION_FAILED', data })
      await refused(bob.client.call(resendEmailInvite, { invite_id: another }), msg)
      await aDayPasses()
      await invite('more@example.com')
      await bob.client.call(resendEmailInvite, { invite_id: another })
    })

    test('have the daily limit that the operator sets, for each organization', async () => {
      const strict = await startTestServer({ env: { PARLEY_INVITES_PER_DAY: '2' } })
      onTestFinished(() => strict.close())
      await invite('one@example.com, two@example.com', strict.owner)
      const msg = 'An organization can send at most 2 invitations in one day. No invitations were sent.'
      await refused(invite('three@example.com', strict.owner), msg, { code: 'INVITATION_FAILED' })
      const [first] = (await strict.owner.call(getInvites, {})).invites
      await refused(strict.owner.call(resendEmailInvite, { invite_id: first!.id }), msg)
    })

    test('of the operator are not counted, and each that is sent again is', async () => {
      const strict = await startTestServer({ env: { PARLEY_INVITES_PER_DAY: '3' } })
      onTestFinished(() => strict.close())
      for (const email of ['a@example.com', 'b@example.com', 'c@example.com'])
        await strict.ctx.transact(strict.realm.id, (tx) => inviteAsOperator(tx, strict.ctx.secret, email, ROLE.member))
      await invite('one@example.com', strict.owner)
      const [first] = (await strict.owner.call(getInvites, {})).invites
      const again = () => strict.owner.call(resendEmailInvite, { invite_id: first!.id })
      await again()
      await again()
      await refused(again(), 'An organization can send at most 3 invitations in one day. No invitations were sent.')
    })

    test('are shown to administrators, and to those who made them', async () => {
      await invite('of-bob@example.com')
      await invite('of-cleo@example.com', cleo.client)
      expect(await invited(ada.client)).toEqual(['of-bob@example.com', 'of-cleo@example.com'])
      expect(await invited(cleo.client)).toEqual(['of-cleo@example.com'])
      await refused(list(gus.client), 'Not allowed for guest users')
    })

    test('of others are for administrators', async () => {
      await invite('of-bob@example.com')
      const invite_id = (await list())[0]!.id
      await refused(cleo.client.call(revokeEmailInvite, { invite_id }), 'No such invitation')
      await refused(cleo.client.call(resendEmailInvite, { invite_id }), 'No such invitation')
      await refused(gus.client.call(revokeEmailInvite, { invite_id }), 'Not allowed for guest users')
      await refused(ada.client.call(revokeInviteLink, { invite_id }), 'No such invitation')
      await ada.client.call(revokeEmailInvite, { invite_id })
    })

    test('a resent one is valid for as long as at first', async () => {
      await invite('new@example.com', bob.client, { invite_expires_in_minutes: 10 })
      const { db } = server.database
      const past = { invited_at: 1000, expires_at: 1600 }
      await db.updateTable('invitation').set(past).execute()
      expect(await list()).toEqual([])
      const { id } = await db.selectFrom('invitation').select('id').executeTakeFirstOrThrow()
      await bob.client.call(resendEmailInvite, { invite_id: id })
      const [again] = await list()
      expect(again!.expiry_date! - again!.invited).toBe(600)
    })

    test('one that never expires stays so', async () => {
      await invite('new@example.com', bob.client, { invite_expires_in_minutes: null })
      const invite_id = (await list())[0]!.id
      await bob.client.call(resendEmailInvite, { invite_id })
      expect(await list()).toMatchObject([{ expiry_date: null }])
    })
  })

  describe('by link', () => {
    test('are made and revoked once', async () => {
      const events = await explains(everyone, async () => {
        expect(await link()).toMatch(/^http:\/\/[^/]+\/join\/[a-z2-7]{24}\/$/)
      })
      expect(events['Olivia']).toMatchObject([{ type: 'invites_changed' }])
      expect(events['Bob']).toEqual([])
      const [one] = await list(ada.client)
      expect(one).toMatchObject({ invited_by_user_id: ada.id, invited_as: 400, is_multiuse: true })
      expect(one).toHaveProperty('link_url', expect.stringMatching(/\/join\/[a-z2-7]{24}\/$/))
      expect(one).not.toHaveProperty('email')
      await refused(ada.client.call(revokeEmailInvite, { invite_id: one!.id }), 'No such invitation')
      await refused(bob.client.call(revokeInviteLink, { invite_id: one!.id }), 'No such invitation')
      await server.owner.call(revokeInviteLink, { invite_id: one!.id })
      const again = ada.client.call(revokeInviteLink, { invite_id: one!.id })
      await refused(again, 'Invitation has already been revoked')
      expect(await list()).toEqual([])
    })

    test('the key is stored encrypted', async () => {
      const key = (await link()).split('/').at(-2)!
      const row = await server.database.db.selectFrom('invitation').selectAll().executeTakeFirstOrThrow()
      expect(JSON.stringify(row)).not.toContain(key)
    })
  })

  describe('need permission', () => {
    test('to invite by email: the group that may invite', async () => {
      await refused(invite('new@example.com', gus.client), 'Not allowed for guest users')
      await changeRealm(server, {}, { can_invite_users_group: 'role:administrators' })
      await refused(invite('new@example.com'), 'Insufficient permission')
      await invite('new@example.com', ada.client)
      await changeRealm(server, {}, { can_invite_users_group: 'role:members' })
    })

    test('to make links: the group that may make links', async () => {
      await refused(link(gus.client), 'Not allowed for guest users')
      await refused(link(bob.client), 'Insufficient permission')
      await changeRealm(server, {}, { create_multiuse_invite_group: 'role:members' })
      await link(bob.client)
      await changeRealm(server, {}, { create_multiuse_invite_group: 'role:administrators' })
    })

    test.each([300, 200, 100] as const)('to give the role %i', async (invite_as) => {
      const code = 'UNAUTHORIZED_PRINCIPAL'
      const role = invite_as === 100 ? 'owner' : 'administrator'
      const msg = `Must be an organization ${role}`
      await refused(invite('new@example.com', bob.client, { invite_as }), msg, { code })
      const byAda = invite('new@example.com', ada.client, { invite_as })
      if (invite_as === 100) {
        await refused(byAda, msg, { code })
        await refused(link(ada.client, { invite_as }), msg, { code })
        await invite('new@example.com', server.owner, { invite_as })
      } else await byAda
      expect(await list()).toMatchObject([{ invited_as: invite_as }])
    })

    test('to see the link that makes somebody an owner', async () => {
      await link(server.owner, { invite_as: 100 })
      const seen = (await list(ada.client)).map(({ invited_as, link_url }) => ({ invited_as, link_url }))
      expect(seen).toEqual([{ invited_as: 100, link_url: undefined }])
      expect((await list())[0]!.link_url).toMatch(/join/)
    })

    test('to end the invitation of an owner', async () => {
      await invite('new@example.com', server.owner, { invite_as: 100 })
      const refusal = { code: 'UNAUTHORIZED_PRINCIPAL' } as const
      const invite_id = (await list())[0]!.id
      await refused(ada.client.call(revokeEmailInvite, { invite_id }), 'Must be an organization owner', refusal)
      await server.owner.call(revokeEmailInvite, { invite_id })
    })

    test('to subscribe: access to the channels, and the right to add people', async () => {
      const subscriptions = [{ name: 'secret' }]
      await server.owner.call(endpoints.subscribe, { subscriptions, invite_only: true })
      const secret = server.channelId('secret')
      const garden = await openChannel('garden')
      const hidden = `Invalid channel ID ${secret}. No invites were sent.`
      await refused(bob.client.call(sendInvites, { invitee_emails: 'n@example.com', stream_ids: [secret] }), hidden)
      const absent = link(ada.client, { stream_ids: [99_999] })
      await refused(absent, 'Invalid channel ID 99999. No invites were sent.')
      await changeRealm(server, {}, { can_add_subscribers_group: 'role:moderators' })
      const wanted = { invitee_emails: 'n@example.com', stream_ids: [garden] }
      const msg = 'You do not have permission to subscribe other users to channels.'
      await refused(bob.client.call(sendInvites, wanted), msg)
      await server.owner.call(endpoints.addDefaultStream, { stream_id: garden })
      await bob.client.call(sendInvites, wanted)
      await server.owner.call(endpoints.removeDefaultStream, { stream_id: garden })
      await changeRealm(server, {}, { can_add_subscribers_group: 'role:members' })
      await bob.client.call(sendInvites, wanted)
    })

    const openChannel = async (name: string) => {
      await server.owner.call(endpoints.subscribe, { subscriptions: [{ name }] })
      return server.channelId(name)
    }

    test('to add to groups: the right to add members', async () => {
      const team = await group(server, { name: 'team' })
      const gone = await group(server, { name: 'gone', deactivated: true })
      await refused(invite('n@example.com', bob.client, { group_ids: [team] }), 'Insufficient permission')
      await refused(invite('n@example.com', server.owner, { group_ids: [gone] }), 'Invalid user group')
      await refused(invite('n@example.com', server.owner, { group_ids: [99_999] }), 'Invalid user group')
      const system = server.realm.groups.system('role:moderators').id
      await refused(invite('n@example.com', server.owner, { group_ids: [system] }), 'Insufficient permission')
      await invite('n@example.com', server.owner, { group_ids: [team] })
    })

    test('to set a welcome text: administrators', async () => {
      const wanted = { welcome_message_custom_text: 'Hello' }
      const refusal = { code: 'UNAUTHORIZED_PRINCIPAL' } as const
      await refused(invite('n@example.com', bob.client, wanted), 'Must be an organization administrator', refusal)
      await invite('n@example.com', ada.client, wanted)
    })

    test('also when it is lost while the change waits', async () => {
      const refusal = { code: 'UNAUTHORIZED_PRINCIPAL' } as const
      const msg = 'Must be an organization administrator'
      await whileLaneIsHeld(
        server,
        () => changeAccount(server, ada.id, { role: ROLE.member }),
        () => refused(invite('n@example.com', ada.client, { invite_as: 200 }), msg, refusal),
        () => refused(link(ada.client), 'Insufficient permission'),
      )
      await changeAccount(server, ada.id, { role: ROLE.administrator })
      expect(await list()).toEqual([])
    })
  })

  test.each([
    [{ invite_as: 500 }, 'Invalid invite_as: Value error, Not in the list of possible values'],
    [{ invite_as: '"x"' }, 'invite_as is not an integer'],
    [{ invite_expires_in_minutes: 0 }, 'invite_expires_in_minutes is too small'],
    [{ invite_expires_in_minutes: 2 ** 40 }, 'invite_expires_in_minutes is too large'],
    [{ stream_ids: '7' }, 'stream_ids is not a list'],
    [{ group_ids: '["x"]' }, 'group_ids[0] is not an integer'],
    [
      { welcome_message_custom_text: 'x'.repeat(8001) },
      'welcome_message_custom_text is too long (limit: 8000 characters)',
    ],
  ])('%j is refused', async (wrong, msg) => {
    const { email, apiKey } = bob
    const body = new URLSearchParams({ invitee_emails: 'n@example.com', stream_ids: '[]' })
    for (const [name, value] of Object.entries(wrong)) body.set(name, String(value))
    const authorization = `Basic ${Buffer.from(`${email}:${apiKey}`).toString('base64')}`
    const answer = await fetch(`${server.url}/api/v1/invites`, { method: 'POST', body, headers: { authorization } })
    expect(await answer.json()).toEqual({ result: 'error', msg, code: 'BAD_REQUEST' })
  })

  test('every change has a line in the audit log', async () => {
    await invite('new@example.com')
    const invite_id = (await list())[0]!.id
    await bob.client.call(resendEmailInvite, { invite_id })
    await bob.client.call(revokeEmailInvite, { invite_id })
    const rows = await server.database.db
      .selectFrom('audit_log')
      .select('action')
      .orderBy('id', 'desc')
      .limit(3)
      .execute()
    expect(rows.map(({ action }) => action)).toEqual(['invitation revoked', 'invitation sent again', 'invitation made'])
  })
})
