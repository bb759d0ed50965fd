import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import { endpoints } from '../../../api/endpoints/index.ts'
import type { Client } from '../../../client/client.ts'
import { explains } from '../../../test/events-explain-state.ts'
import { administrator, changeAccount, changeChannel, changeRealm, group } from '../../../test/people.ts'
import { useServer } from '../../../test/use-server.ts'
import { ROLE } from '../../kernel/realm-state/user.ts'
import { createRealm } from '../../operations/founding/create-realm.ts'
import { prepareAccount } from '../../people/users/create-user.ts'
import { deactivateUser } from '../deactivation/deactivate-user.ts'
import { reactivateUser } from '../deactivation/reactivate-user.ts'
import { redeemInvitation } from './redeem-invitation.ts'

const INVALID = 'This invitation is not valid. It may have expired, been used or been revoked.'
const { createInviteLink, getInvites, revokeInviteLink, sendInvites } = endpoints

describe('an account is created with an invitation', () => {
  const { server, ada, bob } = useServer({ administrators: ['ada'], members: ['bob'] })
  let count = 0
  let channelId: number

  beforeAll(async () => {
    await ada.client.call(endpoints.subscribe, { subscriptions: [{ name: 'garden' }], invite_only: true })
    channelId = server.channelId('garden')
  })
  afterEach(async () => {
    await server.database.db.deleteFrom('invitation').execute()
  })

  const keyOf = async (email?: string) => {
    const rows = server.database.db.selectFrom('invitation').select('key_sealed').orderBy('id', 'desc')
    const query = email === undefined ? rows : rows.where('email', '=', email)
    return server.ctx.secret.unsealKey((await query.executeTakeFirstOrThrow()).key_sealed)
  }
  const join = async (key: string, email: string, realmId = server.realm.id) => {
    count += 1
    const fullName = `Newcomer ${count}`
    const account = { email, fullName, password: 'correct horse battery staple', role: ROLE.member }
    const wanted = await prepareAccount(server.ctx.secret, account)
    return server.ctx.transact(realmId, (tx) => redeemInvitation(tx, server.ctx.secret, key, wanted))
  }
  const link = async (by: Client = ada.client, wanted: Parameters<typeof by.call<typeof createInviteLink>>[1] = {}) => {
    await by.call(createInviteLink, wanted)
    return keyOf()
  }

  test('by email, with its role, channels and groups, once; events explain the state', async () => {
    const team = await group(server, { name: 'team' })
    const wanted = { invitee_emails: 'eve@example.com', invite_as: 300 as const, stream_ids: [channelId] }
    await ada.client.call(sendInvites, wanted)
    await server.owner.call(sendInvites, { ...wanted, stream_ids: [], group_ids: [team] })
    const key = await keyOf('eve@example.com')
    const events = await explains({ Olivia: server.owner, Ada: ada.client, Bob: bob.client }, async () => {
      const user = await join(key, 'EVE@example.com')
      expect(user).toMatchObject({ role: 300, deliveryEmail: 'EVE@example.com' })
      expect(server.realm.groups.get(team)!.members).toEqual([user.id])
    })
    expect(events['Olivia']!.map(({ type }) => type)).toContain('invites_changed')
    expect(events['Bob']!.map(({ type }) => type)).not.toContain('invites_changed')
    await expect(join(key, 'eve@example.com')).rejects.toThrow(INVALID)
    // The other invitation to the same address is used up too.
    expect((await server.owner.call(getInvites, {})).invites).toEqual([])
  })

  test('and everybody whose invitation to the address is used up gets an event', async () => {
    const cleo = await server.person('Cleo')
    const wanted = { invitee_emails: 'fay@example.com', stream_ids: [] }
    await cleo.client.call(sendInvites, wanted)
    await bob.client.call(sendInvites, wanted)
    const events = await explains({ Bob: bob.client, Cleo: cleo.client }, async () =>
      join(await keyOf('fay@example.com'), 'fay@example.com'),
    )
    for (const name of ['Bob', 'Cleo']) expect(events[name]!.map(({ type }) => type)).toContain('invites_changed')
    expect((await cleo.client.call(getInvites, {})).invites).toEqual([])
  })

  test('in the channels that it names, and in the default ones only if it says so', async () => {
    const general = server.realm.channelByName('general') ?? null
    if (general) await changeChannel(server, general.id, { is_default: true })
    const named = await join(await link(ada.client, { stream_ids: [channelId] }), 'named@example.com')
    expect(server.realm.memberships.channelsOf(named.id)).toEqual([channelId])
    const wanted = { stream_ids: [channelId], include_realm_default_subscriptions: true }
    const both = await join(await link(ada.client, wanted), 'both@example.com')
    const defaults = [...server.realm.channels.values()].filter((channel) => channel.isDefault).map(({ id }) => id)
    expect([...server.realm.memberships.channelsOf(both.id)].sort()).toEqual([...defaults, channelId].sort())
  })

  test('by a link any number of people can', async () => {
    const key = await link()
    await join(key, 'first@example.com')
    await join(key, 'second@example.com')
    await expect(join(key, 'second@example.com')).rejects.toThrow('Email is already in use.')
  })

  test('not by another address than the invited one', async () => {
    await bob.client.call(sendInvites, { invitee_emails: 'dora@example.com', stream_ids: [] })
    await expect(join(await keyOf(), 'else@example.com')).rejects.toThrow(INVALID)
    await join(await keyOf(), 'dora@example.com')
  })

  test('not with a key that is unknown, expired or revoked', async () => {
    await expect(join('a'.repeat(24), 'x@example.com')).rejects.toThrow(INVALID)
    const key = await link()
    await server.database.db.updateTable('invitation').set({ expires_at: 1000 }).execute()
    await expect(join(key, 'x@example.com')).rejects.toThrow(INVALID)
    const another = await link()
    const [one] = (await ada.client.call(getInvites, {})).invites
    await ada.client.call(revokeInviteLink, { invite_id: one!.id })
    await expect(join(another, 'x@example.com')).rejects.toThrow(INVALID)
  })

  test('not when the inviter is gone, or may no longer give the role', async () => {
    const eli = await administrator(server, 'Eli')
    const key = await link(eli.client, { invite_as: 200 })
    await changeAccount(server, eli.id, { role: ROLE.member })
    await expect(join(key, 'late@example.com')).rejects.toThrow(INVALID)
    await changeAccount(server, eli.id, { role: ROLE.administrator, is_active: false })
    await expect(join(key, 'late@example.com')).rejects.toThrow(INVALID)
    expect((await server.owner.call(getInvites, {})).invites).toEqual([])
    await changeAccount(server, eli.id, { is_active: true })
    expect(await join(key, 'late@example.com')).toMatchObject({ role: 200 })
  })

  test('not after the inviter was deactivated, also when they are back', async () => {
    const zoe = await administrator(server, 'Zoe')
    const key = await link(zoe.client)
    const user = () => server.realm.users.get(zoe.id)!
    await server.ctx.transact(server.realm.id, (tx) => deactivateUser(tx, user()))
    await expect(join(key, 'back@example.com')).rejects.toThrow(INVALID)
    await server.ctx.transact(server.realm.id, (tx) => reactivateUser(tx, user()))
    await expect(join(key, 'back@example.com')).rejects.toThrow(INVALID)
  })

  test('not in channels and groups to which the inviter can no longer add people', async () => {
    await ada.client.call(endpoints.subscribe, { subscriptions: [{ name: 'old' }] })
    const old = server.channelId('old')
    const team = await group(server, { name: 'other team' })
    const wanted = { stream_ids: [old], group_ids: [team] }
    const key = await link(server.owner, wanted)
    await changeChannel(server, old, { is_archived: true })
    await changeRealm(server, {}, { can_manage_all_groups: 'role:nobody' })
    const user = await join(key, 'few@example.com')
    await changeRealm(server, {}, { can_manage_all_groups: 'role:owners' })
    expect(server.realm.memberships.channelsOf(user.id)).toEqual([])
    expect(server.realm.groups.get(team)!.members).toEqual([])
  })

  test('not against the rules for addresses', async () => {
    const key = await link()
    await changeRealm(server, { emails_restricted_to_domains: true })
    const msg = "Email 'x@example.net' not allowed in this organization"
    await expect(join(key, 'x@example.net')).rejects.toThrow(msg)
    await changeRealm(server, { emails_restricted_to_domains: false })
  })

  test.each([true, false])('and the inviter gets a message: %s', async (notify_referrer_on_join) => {
    const email = `notify-${notify_referrer_on_join}@example.com`
    await bob.client.call(sendInvites, { invitee_emails: email, stream_ids: [], notify_referrer_on_join })
    const { fullName, id } = await join(await keyOf(), email)
    await server.runJobs()
    const { messages } = await bob.client.call(endpoints.getMessages, {
      anchor: 'newest',
      num_before: 5,
      num_after: 0,
      apply_markdown: false,
    })
    const text = `@_**${fullName}|${id}** accepted your invitation to join this organization.`
    expect(messages.map(({ content }) => content).includes(text)).toBe(notify_referrer_on_join)
  })

  test('not in another organization', async () => {
    const key = await link()
    // From now on requests must name a host.
    const elsewhere = await createRealm(server.ctx, {
      name: 'Elsewhere',
      host: 'elsewhere.example.org',
      owner: { fullName: 'Nora', email: 'nora@example.net', password: 'correct horse battery staple' },
    })
    await expect(join(key, 'x@example.com', elsewhere.realmId)).rejects.toThrow(INVALID)
    await join(key, 'x@example.com')
  })
})
