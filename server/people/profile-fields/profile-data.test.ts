import { beforeAll, describe, expect, test } from 'vitest'
import { endpoints } from '../../../api/endpoints/index.ts'
import type { ProfileDataUpdate } from '../../../api/endpoints/profile-fields.ts'
import { type Client, createClient } from '../../../client/client.ts'
import { explains } from '../../../test/events-explain-state.ts'
import { type Person, startTestServer } from '../../../test/harness.ts'
import { overtaken } from '../../../test/overtaken.ts'
import { bot, changeChannel, changeRealm } from '../../../test/people.ts'
import { refused } from '../../../test/refusals.ts'
import { useServer } from '../../../test/use-server.ts'
import { deactivateUser } from '../../accounts/deactivation/deactivate-user.ts'

const {
  createCustomProfileField,
  deleteCustomProfileField,
  getOwnUser,
  getUsers,
  registerQueue,
  removeProfileData,
  updateCustomProfileField,
  updateProfileData,
} = endpoints

const CHOICES = { a: { text: 'Apple', order: '1' }, b: { text: 'Banana', order: '2' } }
const PATTERN = { subtype: 'custom', url_pattern: 'https://example.org/~%(username)s' }
const TYPES = { short: 1, long: 2, choice: 3, date: 4, link: 5, people: 6, account: 7, pronouns: 8 } as const
type Type = keyof typeof TYPES

describe('profile data', () => {
  const { server, ada, ann, bob, gus } = useServer({
    administrators: ['ada'],
    members: ['ann', 'bob'],
    guests: ['gus'],
  })
  let helper: Person
  let everyone: Record<string, Client>
  const fields = {} as Record<Type, number>

  beforeAll(async () => {
    helper = await bot(server, 'Helper', ann)
    everyone = { Ada: ada.client, Ann: ann.client, Gus: gus.client }
    for (const name of Object.keys(TYPES) as Type[]) fields[name] = await createField(name, TYPES[name])
  })

  const createField = async (name: string, field_type: number, more: object = {}) => {
    const data = { 3: CHOICES, 7: PATTERN }[field_type]
    const options = { name, field_type, ...(data ? { field_data: data } : {}), ...more }
    return (await ada.client.call(createCustomProfileField, options)).id
  }
  const set = (data: ProfileDataUpdate[], by: Person = ann) => by.client.call(updateProfileData, { data })
  const fill = (type: Type, value: ProfileDataUpdate['value'], by: Person = ann) =>
    set([{ id: fields[type], value }], by)
  const clear = (data: number[], by: Person = ann) => by.client.call(removeProfileData, { data })
  const own = async (by: Person = ann) => (await by.client.call(getOwnUser, {})).profile_data!
  const changes = (events: Awaited<ReturnType<typeof explains>>[string] | undefined) =>
    events?.map((event) =>
      event.type === 'realm_user' && event.op === 'update' && 'custom_profile_field' in event.person
        ? [event.person.user_id, event.person.custom_profile_field]
        : event.type,
    )

  test('is empty at first, and bots have none', async () => {
    expect(await own()).toEqual({})
    expect(await helper.client.call(getOwnUser, {})).not.toHaveProperty('profile_data')
  })

  describe('is set', () => {
    test.each<[Type, ProfileDataUpdate['value'], string, string?]>([
      ['short', 'Ask me about *soup*', 'Ask me about *soup*', '<p>Ask me about <em>soup</em></p>'],
      ['long', 'One\n\nTwo', 'One\n\nTwo', '<p>One</p>\n<p>Two</p>'],
      ['choice', 'b', 'b'],
      ['date', '2024-02-29', '2024-02-29'],
      ['link', 'https://example.org/ann?x=1', 'https://example.org/ann?x=1'],
      ['account', 'ann', 'ann'],
      ['pronouns', 'she/her', 'she/her'],
    ])('in a field of the type %s, and events explain the state', async (type, value, stored, html) => {
      const told = await explains(everyone, () => fill(type, value))
      const rendered = html === undefined ? {} : { rendered_value: html }
      expect((await own())[fields[type]]).toEqual({ value: stored, ...rendered })
      expect(changes(told['Gus'])).toEqual([[ann.id, { id: fields[type], value: stored, ...rendered }]])
    })

    test('in a field of users, as a list of ids, each once', async () => {
      const told = await explains(everyone, () => fill('people', [bob.id, ada.id, bob.id]))
      const value = JSON.stringify([bob.id, ada.id])
      expect(changes(told['Ada'])).toEqual([[ann.id, { id: fields.people, value }]])
    })

    test('in several fields at once, each with its event; what is the same is no change', async () => {
      const data = [
        { id: fields.short, value: 'Baker' },
        { id: fields.date, value: '1999-12-31' },
        { id: fields.pronouns, value: null },
      ]
      const told = await explains(everyone, () => set(data, bob))
      expect(changes(told['Ann'])).toEqual([
        [bob.id, { id: fields.short, value: 'Baker', rendered_value: '<p>Baker</p>' }],
        [bob.id, { id: fields.date, value: '1999-12-31' }],
      ])
      expect((await explains(everyone, () => set(data, bob)))['Ann']).toEqual([])
      expect((await explains(everyone, () => set([], bob)))['Ann']).toEqual([])
      // Of two values for one field the last counts.
      const twice = ['First', 'Baker'].map((value) => ({ id: fields.short, value }))
      expect((await explains(everyone, () => set(twice, bob)))['Ann']).toEqual([])
    })

    test('by guests as well, but not by bots', async () => {
      await fill('short', 'A guest', gus)
      await refused(fill('short', 'A bot', helper), 'This endpoint does not accept bot requests.')
      await refused(clear([fields.short], helper), 'This endpoint does not accept bot requests.')
    })

    test('and seen wherever people are listed', async () => {
      const data = await own(bob)
      expect(data).toEqual({
        [fields.short]: { value: 'Baker', rendered_value: '<p>Baker</p>' },
        [fields.date]: { value: '1999-12-31' },
      })
      const listed = async (include_custom_profile_fields: boolean) => {
        const { members } = await gus.client.call(getUsers, { user_ids: [bob.id], include_custom_profile_fields })
        return members[0]!.profile_data
      }
      expect([await listed(true), await listed(false)]).toEqual([data, undefined])
      const { realm_users } = await gus.client.call(registerQueue, { fetch_event_types: ['realm_user'] })
      expect(realm_users!.find(({ user_id }) => user_id === bob.id)!.profile_data).toEqual(data)
    })

    test('and not seen by visitors without an account', async () => {
      await changeRealm(server, { enable_spectator_access: true })
      await ada.client.call(endpoints.subscribe, { subscriptions: [{ name: 'open' }] })
      await changeChannel(server, server.channelId('open'), { is_web_public: true })
      const visitor = createClient({ url: server.url, strict: true })
      const state = await visitor.call(registerQueue, { client_gravatar: false })
      await changeRealm(server, { enable_spectator_access: false })
      expect(state.custom_profile_fields).toEqual([])
      expect(state.realm_users!.find(({ user_id }) => user_id === bob.id)!.profile_data).toEqual({})
      expect(JSON.stringify(state)).not.toContain('Baker')
    })

    test('and still there after a restart', async () => {
      const beside = await startTestServer({ beside: server })
      const there = await (await beside.clientOf(bob.id)).call(getOwnUser, {})
      await beside.close()
      expect(there.profile_data).toEqual(await own(bob))
    })
  })

  describe('is removed', () => {
    test.each([null, '', '   ', []])('by setting it to %j', async (value) => {
      const type = Array.isArray(value) ? 'people' : 'pronouns'
      await fill(type, type === 'people' ? [bob.id] : 'they/them')
      const told = await explains(everyone, () => fill(type, value))
      expect(changes(told['Gus'])).toEqual([[ann.id, { id: fields[type], value: null }]])
      expect(await own()).not.toHaveProperty(`${fields[type]}`)
    })

    test('by clearing fields; what is empty is no change', async () => {
      await fill('short', 'Something')
      const told = await explains(everyone, () => clear([fields.short, fields.pronouns, fields.short]))
      expect(changes(told['Gus'])).toEqual([[ann.id, { id: fields.short, value: null }]])
    })
  })

  describe('is refused', () => {
    test.each<[Type, ProfileDataUpdate['value'], string]>([
      ['short', 'x'.repeat(51), 'short is too long (limit: 50 characters)'],
      ['short', [1], 'short is not a string'],
      ['long', 'x'.repeat(501), 'long is too long (limit: 500 characters)'],
      ['choice', 'c', "'c' is not a valid choice for 'choice'."],
      ['choice', 'Apple', "'Apple' is not a valid choice for 'choice'."],
      ['choice', 'constructor', "'constructor' is not a valid choice for 'choice'."],
      ['date', '2023-02-29', 'date is not a date'],
      ['date', '2023-13-01', 'date is not a date'],
      ['date', '0000-01-01', 'date is not a date'],
      ['date', '1 May 2023', 'date is not a date'],
      ['link', 'example.org', 'link is not a URL'],
      ['link', 'javascript:alert(1)', 'link is not a URL'],
      ['link', ' https://example.org', 'link is not a URL'],
      ['link', `https://example.org/${'x'.repeat(2_000)}`, 'link is too long (limit: 2000 characters)'],
      ['people', '1', 'people is not a list'],
      ['people', Array.from({ length: 251 }, () => 1), 'people is too long (limit: 250 items)'],
      ['people', [99_999], 'Invalid user ID: 99999'],
      ['account', 'x'.repeat(51), 'account is too long (limit: 50 characters)'],
      ['pronouns', 'x'.repeat(51), 'pronouns is too long (limit: 50 characters)'],
    ])('in a field of the type %s: %j', async (type, value, msg) => {
      const before = await own()
      await refused(
        set([
          { id: fields.short, value: 'not kept' },
          { id: fields[type], value },
        ]),
        msg,
      )
      expect(await own()).toEqual(before)
    })

    test('lengths count characters, not their bytes', async () => {
      await fill('short', '🐙'.repeat(50))
      await refused(fill('short', '🐙'.repeat(51)), 'short is too long (limit: 50 characters)')
    })

    test('users who are bots or deactivated', async () => {
      const dan = await server.person('Dan')
      await server.ctx.transact(server.realm.id, (tx) => deactivateUser(tx, server.realm.users.get(dan.id)!))
      await refused(fill('people', [dan.id]), `User with ID ${dan.id} is deactivated`)
      await refused(fill('people', [helper.id]), `User with ID ${helper.id} is a bot`)
    })

    test('fields that do not exist', async () => {
      await refused(set([{ id: 99_999, value: 'x' }]), 'Field id 99999 not found.')
      await refused(clear([99_999]), 'Field id 99999 not found.')
    })

    test('fields that only administrators may change; they may', async () => {
      const id = await createField('badge', 1, { editable_by_user: false })
      const msg = 'You are not allowed to change this field. Contact an administrator to update it.'
      await refused(set([{ id, value: '007' }]), msg)
      await refused(clear([id]), msg)
      await set([{ id, value: '001' }], ada)
      await clear([id], ada)
    })

    test('a field that is closed, or deleted, while the change waits', async () => {
      const id = await createField('brief', 1)
      const closed = overtaken(
        server,
        () => ada.client.call(updateCustomProfileField, { field_id: id, editable_by_user: false }),
        () => set([{ id, value: 'x' }]),
      )
      await refused(closed, 'You are not allowed to change this field. Contact an administrator to update it.')
      const deleted = overtaken(
        server,
        () => ada.client.call(deleteCustomProfileField, { field_id: id }),
        () => set([{ id, value: 'x' }], ada),
      )
      await refused(deleted, `Field id ${id} not found.`)
    })
  })

  describe('goes with', () => {
    test('its field, for everybody; events explain the state', async () => {
      const id = await createField('fleeting', 1)
      for (const person of [ann, bob]) await set([{ id, value: 'Here' }], person)
      await explains(everyone, () => ada.client.call(deleteCustomProfileField, { field_id: id }))
      for (const person of [ann, bob]) expect(await own(person)).not.toHaveProperty(`${id}`)
      const { rows } = await server.database.pool.query('select from account where profile ? $1', [`${id}`])
      expect(rows).toEqual([])
      // What memory still holds does not come back with the next change.
      await fill('short', 'Afterwards')
      expect(await own()).not.toHaveProperty(`${id}`)
    })

    test('its choice, and does not come back with another choice of the same key', async () => {
      const id = await createField('fruit', 3)
      await set([{ id, value: 'a' }])
      await set([{ id, value: 'b' }], bob)
      const { a, b } = CHOICES
      const choose = (field_data: Record<string, (typeof CHOICES)['a']>) =>
        explains(everyone, () => ada.client.call(updateCustomProfileField, { field_id: id, field_data }))
      await choose({ a: { ...a, text: 'Green apple' }, b })
      expect((await own())[id]).toEqual({ value: 'a' })
      await choose({ b })
      expect(await own()).not.toHaveProperty(`${id}`)
      await choose({ b, a: { text: 'Apricot', order: '3' } })
      expect(await own()).not.toHaveProperty(`${id}`)
      expect((await own(bob))[id]).toEqual({ value: 'b' })
      await explains(everyone, () => set([{ id, value: 'a' }]))
      expect((await own())[id]).toEqual({ value: 'a' })
    })
  })
})
