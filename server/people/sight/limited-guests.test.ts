import { beforeAll, describe, expect, test } from 'vitest'
import { endpoints } from '../../../api/endpoints/index.ts'
import { explains } from '../../../test/events-explain-state.ts'
import type { Person } from '../../../test/harness.ts'
import { bot, changeRealm } from '../../../test/people.ts'
import { eventsOf } from '../../../test/queues/queue-requests.ts'
import { seesCapability } from '../../../test/record-coverage.ts'
import { refused } from '../../../test/refusals.ts'
import { useServer } from '../../../test/use-server.ts'
import { unsubscribeUsers } from '../../channels/unsubscribe-users.ts'

describe('a guest who sees only some people', () => {
  const { server, ann, bob, cho, gus } = useServer({ members: ['ann', 'bob', 'cho'], guests: ['gus'] })
  let robin: Person

  beforeAll(async () => {
    robin = await bot(server, 'Robin', cho)
    const general = server.realm.channelByName('general')!
    for (const { id } of [ann, bob, cho, gus])
      await server.ctx.transact(server.realm.id, async (tx) => {
        await unsubscribeUsers(tx, general, [tx.realm.users.get(id)!])
      })
    const lunch = { subscriptions: [{ name: 'lunch' }], principals: [ann.id, gus.id] }
    await ann.client.call(endpoints.subscribe, lunch)
    await bob.client.call(endpoints.sendMessage, { type: 'direct', to: `[${gus.id}]`, content: 'Hello' })
    await changeRealm(server, {}, { can_access_all_users_group: 'role:members' })
  })

  const UNKNOWN = { full_name: 'Unknown user', role: 400, delivery_email: null, is_active: true }
  const register = (user_list_incomplete: boolean) =>
    gus.client.call(endpoints.registerQueue, {
      client_capabilities: { notification_settings_null: true, user_list_incomplete },
    })
  const usersIn = async (queue: Awaited<ReturnType<typeof register>>) =>
    (await eventsOf(gus.client, queue)).filter(({ type }) => type === 'realm_user')

  test('finds those of their channels and direct messages, bots and themselves', async () => {
    const { members } = await gus.client.call(endpoints.getUsers, {})
    const names = new Map(members.map((user) => [user.user_id, user.full_name]))
    for (const { id } of [ann, bob, gus, robin]) expect(names.get(id)).not.toBe('Unknown user')
    const unknown = members.find(({ user_id }) => user_id === cho.id)
    expect(unknown).toMatchObject({ ...UNKNOWN, email: `user${cho.id}@localhost`, profile_data: {} })
    for (const user of [ann, bob, gus, robin]) await gus.client.call(endpoints.getUser, { user_id: user.id })
    await refused(gus.client.call(endpoints.getUser, { user_id: cho.id }), 'No such user')
    await refused(gus.client.call(endpoints.getUserByEmail, { email: cho.apiEmail }), 'No such user')
  })

  test('mutes only those whom they see, but can take back what they muted', async () => {
    const mute = (muted_user_id: number) => gus.client.call(endpoints.muteUser, { muted_user_id })
    const unmute = (muted_user_id: number) => gus.client.call(endpoints.unmuteUser, { muted_user_id })
    await refused(mute(cho.id), 'No such user')
    await refused(unmute(cho.id), 'No such user')
    await mute(ann.id)
    await unmute(ann.id)
    await changeRealm(server, {}, { can_access_all_users_group: 'role:everyone' })
    await mute(cho.id)
    await changeRealm(server, {}, { can_access_all_users_group: 'role:members' })
    await unmute(cho.id)
  })

  test('names only those whom they see in their profile', async () => {
    const { id } = await server.owner.call(endpoints.createCustomProfileField, { name: 'Mentor', field_type: 6 })
    const name = (...value: number[]) => gus.client.call(endpoints.updateProfileData, { data: [{ id, value }] })
    await refused(name(ann.id, cho.id), `Invalid user ID: ${cho.id}`)
    await name(ann.id)
  })

  test('gets placeholders for others in register, or nothing where the client copes with that', async () => {
    const [complete, incomplete] = [await register(false), await register(true)]
    const find = (state: typeof complete) => state.realm_users!.find(({ user_id }) => user_id === cho.id)
    expect(find(complete)).toMatchObject({ full_name: 'Unknown user', delivery_email: null })
    expect(find(incomplete)).toBeUndefined()
    expect(incomplete.realm_users!.map(({ full_name }) => full_name)).toEqual(expect.arrayContaining(['Ann', 'Bob']))
    seesCapability('user_list_incomplete', 'state')
  })

  test('hears of a new person only that there is one, or nothing', async () => {
    const [complete, incomplete] = [await register(false), await register(true)]
    const told = await explains({ Gus: gus.client, Ann: ann.client }, () => server.person('Dan', 'garden'))
    expect(told['Ann']![0]).toMatchObject({ type: 'realm_user', op: 'add', person: { full_name: 'Dan' } })
    expect(await usersIn(complete)).toMatchObject([{ op: 'add', person: UNKNOWN }])
    expect(await usersIn(incomplete)).toEqual([])
    seesCapability('user_list_incomplete', 'events')
  })

  test('hears what changes of people in sight, and nothing of others', async () => {
    const rename = ({ id }: Person, full_name: string) =>
      server.owner.call(endpoints.updateUser, { user_id: id, full_name })
    const told = await explains({ Gus: gus.client, Ann: ann.client }, async () => {
      await rename(cho, 'Choe')
      await rename(bob, 'Bobby')
    })
    expect(told['Gus']).toMatchObject([{ person: { user_id: bob.id, full_name: 'Bobby' } }])
    expect(told['Ann']).toHaveLength(2)
  })

  test('loses sight of somebody who is deactivated, unless they have written to each other', async () => {
    const queue = await register(false)
    const told = await explains({ Gus: gus.client, Bob: bob.client }, () =>
      server.owner.call(endpoints.deactivateUser, { user_id: ann.id }),
    )
    const lost = { op: 'remove', person: { user_id: ann.id, full_name: 'Unknown user' } }
    expect(told['Gus']!.filter(({ type }) => type === 'realm_user')).toMatchObject([lost])
    expect(await usersIn(queue)).toMatchObject([lost, { op: 'add', person: UNKNOWN }])
    const back = await explains({ Gus: gus.client, Bob: bob.client }, () =>
      server.owner.call(endpoints.reactivateUser, { user_id: ann.id }),
    )
    expect(back['Gus']![0]).toMatchObject({ op: 'add', person: { user_id: ann.id, full_name: 'Ann' } })
    const still = await explains({ Gus: gus.client }, () =>
      server.owner.call(endpoints.deactivateUser, { user_id: bob.id }),
    )
    expect(still['Gus']![0]).toMatchObject({ op: 'update', person: { user_id: bob.id, is_active: false } })
  })

  test('hears that an unseen person who is deactivated leaves the groups', async () => {
    const told = await explains({ Gus: gus.client, Ann: ann.client }, async () => {
      await server.owner.call(endpoints.deactivateUser, { user_id: cho.id })
      await server.owner.call(endpoints.reactivateUser, { user_id: cho.id })
    })
    // Bots are always in sight, and Robin left with his owner.
    expect(told['Gus']!.filter(({ type }) => type === 'realm_user')).toMatchObject([{ person: { user_id: robin.id } }])
    expect(told['Gus']).toContainEqual(
      expect.objectContaining({ type: 'user_group', op: 'remove_members', user_ids: [cho.id] }),
    )
  })

  test('learns no name by mentioning somebody unseen', async () => {
    const rendered = async (content: string) => (await gus.client.call(endpoints.renderMessage, { content })).rendered
    expect(await rendered(`@**|${cho.id}**`)).toBe(`<p>@**|${cho.id}**</p>`)
    expect(await rendered('@_**Choe**')).toBe('<p>@_**Choe**</p>')
    expect(await rendered(`@**|${ann.id}**`)).toContain('@Ann')
  })

  test('hears that somebody stops sharing presence only of those whom they see', async () => {
    const queue = await gus.client.call(endpoints.registerQueue, { event_types: ['user_status'] })
    for (const { client } of [cho, ann]) await client.call(endpoints.updateSettings, { presence_enabled: false })
    const poll = { queue_id: queue.queue_id!, last_event_id: queue.last_event_id, dont_block: true }
    const { events } = await gus.client.call(endpoints.getEvents, poll)
    expect(events).toMatchObject([{ type: 'user_status', user_id: ann.id, away: true }])
  })

  test('sees everybody where the organization lets guests', async () => {
    await changeRealm(server, {}, { can_access_all_users_group: 'role:everyone' })
    expect((await gus.client.call(endpoints.getUser, { user_id: cho.id })).user.full_name).toBe('Choe')
    const { realm_users: people } = await register(true)
    expect(people!.find(({ user_id }) => user_id === cho.id)).toMatchObject({ full_name: 'Choe' })
  })
})
