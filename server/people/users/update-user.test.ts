import { beforeAll, describe, expect, test } from 'vitest'
import type { ArgsOf } from '../../../api/contract.ts'
import { endpoints } from '../../../api/endpoints/index.ts'
import type { Client } from '../../../client/client.ts'
import { explains } from '../../../test/events-explain-state.ts'
import type { Person } from '../../../test/harness.ts'
import { bot, changeAccount, changeRealm, moderator } from '../../../test/people.ts'
import { postForm } from '../../../test/post-form.ts'
import { refused } from '../../../test/refusals.ts'
import { useServer } from '../../../test/use-server.ts'

type Update = Omit<ArgsOf<typeof endpoints.updateUser>, 'user_id'>

const OWN_RIGHTS = 'clients work out what they may do from their groups'
/** What register says of the rights of the account itself. */
const RIGHTS = {
  can_create_streams: OWN_RIGHTS,
  can_create_public_streams: OWN_RIGHTS,
  can_create_private_streams: OWN_RIGHTS,
  can_invite_others_to_realm: OWN_RIGHTS,
}

describe('an account is changed', () => {
  const { server, ann, ada, gus } = useServer({ members: ['ann'], administrators: ['ada'], guests: ['gus'] })
  let watchers: Record<string, Client>

  beforeAll(async () => {
    watchers = { Olivia: server.owner, Ada: ada.client, Gus: gus.client }
    await ann.client.call(endpoints.subscribe, { subscriptions: [{ name: 'secret' }], invite_only: true })
    await ann.client.call(endpoints.subscribe, { subscriptions: [{ name: 'lunch' }] })
  })

  const update = (who: Pick<Person, 'id'>, change: Update, by = server.owner) =>
    by.call(endpoints.updateUser, { user_id: who.id, ...change })
  const shown = async (who: Pick<Person, 'id'>, by = server.owner) =>
    (await by.call(endpoints.getUser, { user_id: who.id })).user
  const audited = async (action: string) => {
    const query = server.ctx.database.db.selectFrom('audit_log').selectAll()
    const rows = await query.where('action', '=', action).orderBy('id', 'desc').execute()
    return rows[0]
  }

  test('by nobody but administrators', async () => {
    const mia = await moderator(server, 'Mia')
    for (const { client } of [ann, mia, gus]) {
      const msg = 'Insufficient permission'
      await refused(update(ann, { full_name: 'Anna' }, client), msg)
      await refused(update({ id: 99_999 }, { full_name: 'Anna' }, client), msg)
      await refused(update(ann, { new_email: 'anna@example.org' }, client), msg)
      const byEmail = client.call(endpoints.updateUserByEmail, { email: ann.apiEmail, full_name: 'Anna' })
      await refused(byEmail, msg)
    }
  })

  test('only if there is one', async () => {
    await refused(update({ id: 99_999 }, { full_name: 'Anna' }), 'No such user')
    const byEmail = server.owner.call(endpoints.updateUserByEmail, { email: 'none@example.org', full_name: 'Anna' })
    await refused(byEmail, 'No such user')
  })

  describe('its name', () => {
    test('for all to see', async () => {
      const told = await explains(watchers, () => update(ann, { full_name: ' Anna ' }, ada.client))
      const event = { type: 'realm_user', op: 'update', person: { user_id: ann.id, full_name: 'Anna' } }
      expect(told['Gus']).toMatchObject([event])
      expect(await audited('name changed')).toMatchObject({ actor_id: ada.id, target_id: ann.id })
      expect(await explains(watchers, () => update(ann, { full_name: 'Anna' }))).toMatchObject({ Gus: [] })
      await server.owner.call(endpoints.updateUserByEmail, { email: ann.email, full_name: 'Ann' })
      expect((await shown(ann)).full_name).toBe('Ann')
    })

    test.each([
      ['', 'Name must not be empty!'],
      ['x'.repeat(101), 'Name too long!'],
      ['Ann @', 'Invalid characters in name!'],
      ['Ann|12', 'Invalid format!'],
    ])('not to %j', async (full_name, msg) => {
      await refused(update(ann, { full_name }), msg)
    })

    test('not to one that is in use, where that matters', async () => {
      await changeRealm(server, { require_unique_names: true })
      await refused(update(ann, { full_name: 'ADA' }), 'Unique names required in this organization.')
      await update(ann, { full_name: 'ANN' })
      await changeRealm(server, { require_unique_names: false })
      await update(ann, { full_name: 'Ann' })
    })

    test('also of a bot', async () => {
      const robin = await bot(server, 'Robin', ann)
      await update(robin, { full_name: 'Robina' })
      expect(await shown(robin)).toMatchObject({ full_name: 'Robina', is_bot: true })
    })
  })

  describe('its role', () => {
    test('with its groups and channels', async () => {
      const dan = await server.person('Dan')
      const all = { ...watchers, Dan: dan.client }
      const change = (role: 200 | 300 | 400 | 600, exceptions: Record<string, string> = {}) =>
        explains(all, () => update(dan, { role }, ada.client), exceptions)
      const addresses = {
        'realm_users.*.delivery_email': 'whose addresses a new role shows is seen at the next register',
      }
      const told = await change(200, addresses)
      const ofGroups = (op: string, name: string) => ({
        type: 'user_group',
        op,
        group_id: server.realm.groups.named(name)!.id,
        user_ids: [dan.id],
      })
      expect(told['Gus']).toMatchObject([
        { type: 'realm_user', op: 'update', person: { user_id: dan.id, role: 200 } },
        ofGroups('add_members', 'role:administrators'),
        ofGroups('remove_members', 'role:fullmembers'),
        ofGroups('remove_members', 'role:members'),
      ])
      expect(told['Dan']!.slice(-2)).toMatchObject([
        { type: 'stream', op: 'create', streams: [{ name: 'secret' }] },
        { type: 'subscription', op: 'peer_add', user_ids: [ann.id] },
      ])
      expect(await audited('role changed')).toMatchObject({ target_id: dan.id, details: { before: 400, after: 200 } })
      await change(300, addresses)
      const toGuest = await change(600, RIGHTS)
      expect(toGuest['Dan']!.at(-1)).toMatchObject({ type: 'stream', op: 'delete' })
      expect(await shown(dan)).toMatchObject({ role: 600, is_guest: true, is_admin: false })
      await change(400, RIGHTS)
      expect(await explains(all, () => update(dan, { role: 400 }))).toMatchObject({ Dan: [] })
    })

    test('with the default channels and their groups, which guests do not see', async () => {
      const eve = await server.person('Eve')
      const cooking = { group_name: 'cooking', description: '', stream_names: ['lunch'] }
      await server.owner.call(endpoints.createDefaultStreamGroup, cooking)
      const defaults = async (role: 300 | 400 | 600, exceptions: Record<string, string> = {}) => {
        const told = await explains({ Ann: ann.client, Eve: eve.client }, () => update(eve, { role }), exceptions)
        return Object.values(told).map((events) => events.filter(({ type }) => type.startsWith('default_')))
      }
      const general = server.channelId('general')
      expect(await defaults(600, RIGHTS)).toMatchObject([[], [{ default_streams: [] }, { default_stream_groups: [] }]])
      expect(await defaults(400, RIGHTS)).toMatchObject([
        [],
        [{ default_streams: [general] }, { default_stream_groups: [{ name: 'cooking' }] }],
      ])
      expect(await defaults(300)).toEqual([[], []])
    })

    test('to and from owner only by an owner', async () => {
      const msg = 'Must be an organization owner'
      const refusal = { code: 'UNAUTHORIZED_PRINCIPAL' } as const
      await refused(update(ann, { role: 100 }, ada.client), msg, refusal)
      await update(ann, { role: 100 })
      await refused(update(ann, { role: 400 }, ada.client), msg, refusal)
      await update(ann, { role: 400 })
      expect((await shown(ann)).is_owner).toBe(false)
    })

    test('not of the only owner', async () => {
      const msg = 'The owner permission cannot be removed from the only organization owner.'
      const owner = { id: server.ownerId }
      await refused(update(owner, { role: 400 }), msg)
      const robin = await bot(server, 'Rob', ann)
      await update(robin, { role: 100 })
      await refused(update(owner, { role: 400 }), msg)
      await update(ann, { role: 100 })
      await update(owner, { role: 200 })
      await update(owner, { role: 100 }, ann.client)
      await update(ann, { role: 400 })
    })

    test.each([
      ['0', 'Invalid role: Value error, Not in the list of possible values'],
      ['500', 'Invalid role: Value error, Not in the list of possible values'],
      ['"owner"', 'role is not an integer'],
      ['owner', 'role is not valid JSON'],
    ])('not to %s', async (role, msg) => {
      const fields = { method: 'PATCH', role }
      expect(await postForm(server, ada, `/users/${ann.id}`, fields)).toMatchObject({ msg, code: 'BAD_REQUEST' })
    })
  })

  describe('its profile', () => {
    test('also fields that people may not change themselves', async () => {
      const field = { name: 'Badge', field_type: 1, editable_by_user: false }
      const { id } = await server.owner.call(endpoints.createCustomProfileField, field)
      const told = await explains(watchers, () => update(ann, { profile_data: [{ id, value: '**7**' }] }, ada.client))
      const custom_profile_field = { id, value: '**7**', rendered_value: '<p><strong>7</strong></p>' }
      expect(told['Gus']).toMatchObject([{ person: { user_id: ann.id, custom_profile_field } }])
      await refused(
        ann.client.call(endpoints.updateProfileData, { data: [{ id, value: '8' }] }),
        'You are not allowed to change this field. Contact an administrator to update it.',
      )
      await refused(update(ann, { profile_data: [{ id: 999, value: 'x' }] }), 'Field id 999 not found.')
      const robin = await bot(server, 'Ruby', ann)
      await refused(update(robin, { profile_data: [{ id, value: '8' }] }), `User with ID ${robin.id} is a bot`)
    })
  })

  describe('its address', () => {
    const permit = (on: boolean) => changeAccount(server, ada.id, { can_change_user_emails: on })

    test('by those whom the operator permits', async () => {
      const msg = 'User not authorized to change user emails'
      await refused(update(ann, { new_email: 'ann@example.net' }), msg)
      await permit(true)
      const told = await explains(watchers, () => update(ann, { new_email: ' Ann@example.net ' }, ada.client))
      const seen = { type: 'realm_user', person: { user_id: ann.id, delivery_email: 'Ann@example.net' } }
      expect(told['Olivia']).toMatchObject([seen])
      expect(told['Gus']).toEqual([])
      await server.clientFor(server.realm.users.get(ann.id)!).call(endpoints.getOwnUser, {})
      expect(await audited('email changed')).toMatchObject({ target_id: ann.id })
    })

    test('which is the address in the API where everybody may see it', async () => {
      await changeAccount(server, ann.id, { email_address_visibility: 1, avatar_source: 'G' })
      const told = await explains(watchers, () => update(ann, { new_email: 'ann@example.com' }, ada.client))
      expect(told['Gus']).toMatchObject([
        { person: { delivery_email: 'ann@example.com' } },
        { person: { new_email: 'ann@example.com' } },
        { person: { avatar_source: 'G' } },
      ])
      await update(ann, { new_email: 'ANN@example.com' }, ada.client)
    })

    test.each([
      ['nobody', 'Invalid email address.'],
      ['GUS@example.org', 'Email is already in use.'],
      ['ann@mailinator.com', 'Disposable email addresses are not allowed in this organization'],
    ])('not to %s', async (new_email, msg) => {
      await refused(update(ann, { new_email }, ada.client), msg)
    })
  })

  test('all of it or nothing', async () => {
    await refused(update(ann, { full_name: 'Anna', new_email: 'nobody' }, ada.client), 'Invalid email address.')
    expect((await shown(ann)).full_name).toBe('Ann')
  })
})
