import { beforeAll, describe, expect, test } from 'vitest'
import type { ArgsOf } from '../../../api/contract.ts'
import { endpoints } from '../../../api/endpoints/index.ts'
import type { Client } from '../../../client/client.ts'
import { explains } from '../../../test/events-explain-state.ts'
import type { Person } from '../../../test/harness.ts'
import { bot, changeAccount, moderator } from '../../../test/people.ts'
import { picture } from '../../../test/pictures.ts'
import { refused } from '../../../test/refusals.ts'
import { useServer } from '../../../test/use-server.ts'

const { deactivateCustomEmoji, getUserPresence, getUserStatus, registerQueue } = endpoints
const { updatePresence, updateStatus, updateStatusForUser, uploadCustomEmoji } = endpoints

const NOTHING_NEW = 'Client did not pass any new values.'
const NO_NAME = 'Client must pass emoji_name if they pass either emoji_code or reaction_type.'
const TOO_LONG = 'status_text is too long (limit: 60 characters)'

describe('a status', () => {
  const { server, ann, bob, gus, ada } = useServer({
    members: ['ann', 'bob'],
    guests: ['gus'],
    administrators: ['ada'],
  })
  let everyone: Record<string, Client>

  beforeAll(() => {
    everyone = { Ann: ann.client, Gus: gus.client }
  })

  type Status = ArgsOf<typeof updateStatus>
  const set = ({ client }: Person, status: Status) => client.call(updateStatus, status)
  const setFor = ({ client }: Person, user_id: number, status: Omit<Status, 'away'>) =>
    client.call(updateStatusForUser, { user_id, ...status })
  const of = async (person: Person, { id }: Person = person) =>
    (await person.client.call(getUserStatus, { user_id: id })).status
  const car = { emoji_name: 'car', emoji_code: '1f697', reaction_type: 'unicode_emoji' } as const
  const noEmoji = { emoji_name: '', emoji_code: '', reaction_type: 'unicode_emoji' } as const

  test('is set, changed in part and cleared; events explain the state', async () => {
    const change = async (status: Status) => (await explains(everyone, () => set(ann, status)))['Gus']
    const told = { type: 'user_status', user_id: ann.id }
    expect(await change({ status_text: ' on the road ', emoji_name: 'car' })).toMatchObject([
      { ...told, status_text: 'on the road', ...car },
    ])
    expect(await of(gus, ann)).toEqual({ status_text: 'on the road', ...car })
    expect(await change({ status_text: 'there' })).toEqual([{ ...told, id: expect.any(Number), status_text: 'there' }])
    expect(await of(ann)).toEqual({ status_text: 'there', ...car })
    expect(await change({ status_text: 'there', emoji_name: 'car' })).toEqual([])
    expect(await change({ emoji_name: '' })).toEqual([{ ...told, id: expect.any(Number), ...noEmoji }])
    expect(await of(ann)).toEqual({ status_text: 'there' })
    expect(await change({ status_text: '' })).toMatchObject([{ ...told, status_text: '' }])
    expect(await of(ann)).toEqual({})
    expect((await bob.client.call(registerQueue, {})).user_status).toEqual({})
  })

  test('may have an emoji alone, also a custom one, until it is deactivated', async () => {
    await ada.client.call(uploadCustomEmoji, {
      emoji_name: 'van',
      filename: { filename: 'van.png', type: 'image/png', bytes: await picture() },
    })
    const van = server.realm.records.emoji.find('name', 'van')!
    await set(bob, { emoji_name: 'van' })
    expect(await of(bob)).toEqual({ emoji_name: 'van', emoji_code: `${van.id}`, reaction_type: 'realm_emoji' })
    const lorry = { emoji_name: 'lorry', emoji_code: `${van.id}`, reaction_type: 'realm_emoji' }
    await refused(set(bob, lorry), 'Invalid custom emoji name.')
    await ada.client.call(deactivateCustomEmoji, { emoji_name: 'van' })
    const again = { emoji_name: 'van', emoji_code: `${van.id}`, reaction_type: 'realm_emoji' }
    await refused(set(ann, again), 'This custom emoji has been deactivated.')
    expect(await of(ann, bob)).toMatchObject({ emoji_name: 'van' })
    await set(bob, { emoji_name: 'service' })
    expect(await of(bob)).toMatchObject({ emoji_name: 'service', reaction_type: 'service_extra_emoji' })
    await set(bob, { emoji_name: '' })
  })

  const wrong: [Status, string][] = [
    [{}, NOTHING_NEW],
    [{ emoji_code: '1f697' }, NOTHING_NEW],
    [{ status_text: 'x', emoji_code: '1f697' }, NO_NAME],
    [{ status_text: 'x', reaction_type: 'unicode_emoji' }, NO_NAME],
    [{ status_text: 'x'.repeat(61) }, TOO_LONG],
    [{ emoji_name: 'no_such_emoji' }, "Emoji 'no_such_emoji' does not exist"],
    [{ ...car, emoji_name: 'bus' }, 'Invalid emoji name.'],
    [{ ...car, emoji_code: 'ffff' }, 'Invalid emoji code.'],
    [{ ...car, reaction_type: 'realm_emoji' }, 'Invalid custom emoji.'],
    [{ ...car, reaction_type: 'smoke_signal' }, 'Invalid emoji type.'],
  ]
  test.each(wrong)('%j is refused, for oneself and for others', async (status, text) => {
    await refused(set(ann, status), text)
    await refused(setFor(ada, ann.id, status), text)
  })

  test('has at most 60 characters, whatever bytes they take', async () => {
    await set(ann, { status_text: '🚗'.repeat(60) })
    await refused(set(ann, { status_text: '🚗'.repeat(61) }), TOO_LONG)
    await set(ann, { status_text: '' })
  })

  test('of others is changed by administrators and their bots, and by nobody else', async () => {
    const told = await explains(everyone, () => setFor(ada, ann.id, { status_text: 'on leave' }))
    expect(told['Gus']).toMatchObject([{ type: 'user_status', user_id: ann.id, status_text: 'on leave' }])
    const { rows } = await server.database.pool.query("select actor_id from audit_log where action = 'status changed'")
    expect(rows).toEqual([{ actor_id: ada.id }])
    await server.owner.call(updateStatusForUser, { user_id: ann.id, status_text: 'back' })
    await setFor(await bot(server, 'Clerk', ada), ann.id, { status_text: '' })
    expect(await of(ann)).toEqual({})
    const mia = await moderator(server, 'Mia')
    for (const other of [mia, bob, gus, await bot(server, 'Helper', bob)])
      await refused(setFor(other, ann.id, { status_text: 'x' }), 'Insufficient permission')
    await refused(setFor(bob, bob.id, { status_text: 'x' }), 'Insufficient permission')
  })

  test('is of people only, and of those who are there', async () => {
    const helper = await bot(server, 'Robot', bob)
    await refused(set(helper, { status_text: 'x' }), 'This endpoint does not accept bot requests.')
    await refused(setFor(ada, helper.id, { status_text: 'x' }), 'No such user')
    await refused(setFor(ada, 999_999, { status_text: 'x' }), 'No such user')
    await refused(ann.client.call(getUserStatus, { user_id: 999_999 }), 'No such user')
    const dan = await server.person('Dan')
    await changeAccount(server, dan.id, { is_active: false })
    await refused(setFor(ada, dan.id, { status_text: 'x' }), 'User is deactivated')
    await refused(ann.client.call(getUserStatus, { user_id: dan.id }), 'User is deactivated')
  })

  test('away stops sharing presence, and shares it again', async () => {
    await ann.client.call(updatePresence, { status: 'active' })
    const exceptions = { presence_last_update_id: 'clients learn the number when they ask' }
    const left = await explains({ ...everyone, Bob: bob.client }, () => set(ann, { away: true }), exceptions)
    const setting = { type: 'user_settings', op: 'update', property: 'presence_enabled' }
    const away = { type: 'user_status', user_id: ann.id, away: true }
    expect(left['Ann']).toMatchObject([{ ...setting, value: false }, away, { type: 'presence' }])
    expect(left['Bob']).toMatchObject([away, { type: 'presence' }])
    expect(await of(bob, ann)).toEqual({ away: true })
    const seen = () => bob.client.call(getUserPresence, { user_id_or_email: `${ann.id}` })
    expect(await seen()).toMatchObject({ presence: { aggregated: { status: 'offline' } } })
    expect((await explains(everyone, () => set(ann, { away: true })))['Gus']).toEqual([])
    const back = await explains(everyone, () => set(ann, { away: false }), exceptions)
    expect(back['Gus']).toMatchObject([{ ...away, away: false }, { type: 'presence' }])
    expect(await seen()).toMatchObject({ presence: { aggregated: { status: 'active' } } })
  })
})
