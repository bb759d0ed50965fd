import { describe, expect, test } from 'vitest'
import { endpoints } from '../../../api/endpoints/index.ts'
import { explains } from '../../../test/events-explain-state.ts'
import type { Person } from '../../../test/harness.ts'
import { bot, changeAccount } from '../../../test/people.ts'
import { refused } from '../../../test/refusals.ts'
import { useServer } from '../../../test/use-server.ts'

describe('one account', () => {
  const { server, ann, bob } = useServer({ members: ['ann', 'bob'] })

  test('is found by its id, as the list has it', async () => {
    const { user } = await ann.client.call(endpoints.getUser, { user_id: bob.id })
    const { members } = await ann.client.call(endpoints.getUsers, { user_ids: [bob.id] })
    expect(user).toEqual(members[0])
    expect(user).toMatchObject({ user_id: bob.id, full_name: 'Bob', delivery_email: null, is_imported_stub: false })
    expect(user).not.toHaveProperty('profile_data')
  })

  test('is found by the address that the caller may see', async () => {
    const find = (email: string, by = ann.client) => by.call(endpoints.getUserByEmail, { email })
    expect((await find(bob.apiEmail)).user.user_id).toBe(bob.id)
    expect((await find('BOB@example.org', server.owner)).user.user_id).toBe(bob.id)
    expect((await find('bob@example.org', bob.client)).user.user_id).toBe(bob.id)
    await refused(find('bob@example.org'), 'No such user')
    await refused(find('nobody@example.org', server.owner), 'No such user')
    await refused(find('notification-bot@parley.invalid', server.owner), 'No such user')
  })

  test('is not found under an id that nobody has', async () => {
    await refused(ann.client.call(endpoints.getUser, { user_id: 99_999 }), 'No such user')
    await refused(ann.client.call(endpoints.getUser, { user_id: -1 }), 'No such user')
    const systemBot = server.realm.systemBot('notification').id
    await refused(ann.client.call(endpoints.getUser, { user_id: systemBot }), 'No such user')
  })

  test('has its profile when asked for, and its owner when it is a bot', async () => {
    const { id } = await server.owner.call(endpoints.createCustomProfileField, { name: 'Fruit', field_type: 1 })
    await bob.client.call(endpoints.updateProfileData, { data: [{ id, value: '*Pear*' }] })
    const shown = { include_custom_profile_fields: true }
    const { user } = await ann.client.call(endpoints.getUser, { user_id: bob.id, ...shown })
    expect(user.profile_data).toEqual({ [id]: { value: '*Pear*', rendered_value: '<p><em>Pear</em></p>' } })
    const robin = await bot(server, 'Robin', ann)
    const byEmail = await bob.client.call(endpoints.getUserByEmail, { email: robin.apiEmail, ...shown })
    expect(byEmail.user).toMatchObject({ is_bot: true, bot_type: 1, bot_owner_id: ann.id })
    expect(byEmail.user).not.toHaveProperty('profile_data')
  })

  test('says whether the person shares presence, as does the state; events explain it', async () => {
    const shares = async ({ client }: Person, user_id: number) =>
      (await client.call(endpoints.getUser, { user_id })).user.presence_enabled
    expect(await shares(ann, bob.id)).toBe(true)
    const watchers = { Ann: ann.client, Bob: bob.client }
    const exceptions = { presence_last_update_id: 'clients learn the number when they ask' }
    const hide = () => bob.client.call(endpoints.updateSettings, { presence_enabled: false })
    const told = await explains(watchers, hide, exceptions)
    expect(told['Ann']![0]).toMatchObject({ type: 'user_status', user_id: bob.id, away: true })
    expect(await shares(ann, bob.id)).toBe(false)
    const { realm_users } = await ann.client.call(endpoints.registerQueue, { fetch_event_types: ['realm_user'] })
    const listed = new Map(realm_users!.map(({ user_id, presence_enabled }) => [user_id, presence_enabled]))
    expect([listed.get(ann.id), listed.get(bob.id)]).toEqual([true, false])
    expect((await bob.client.call(endpoints.getOwnUser, {})).presence_enabled).toBe(false)
    await explains(watchers, () => bob.client.call(endpoints.updateStatus, { away: false }), exceptions)
    expect(await shares(bob, bob.id)).toBe(true)
    expect(await shares(ann, (await bot(server, 'Rob', ann)).id)).toBe(false)
  })

  test('has no avatar URL where the client computes it', async () => {
    await changeAccount(server, bob.id, { avatar_source: 'G', email_address_visibility: 1 })
    const ask = async (client_gravatar: boolean) =>
      (await ann.client.call(endpoints.getUser, { user_id: bob.id, client_gravatar })).user.avatar_url
    expect(await ask(true)).toBeNull()
    expect(await ask(false)).toContain('gravatar.com')
  })
})
