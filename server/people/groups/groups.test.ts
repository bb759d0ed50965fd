import { type Selectable, sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { endpoints } from '../../../api/endpoints/index.ts'
import type { Client } from '../../../client/client.ts'
import { explains } from '../../../test/events-explain-state.ts'
import { groupCalls, noticesTo, watchGroups } from '../../../test/groups.ts'
import { bot, changeAccount, changeRealm } from '../../../test/people.ts'
import { refused } from '../../../test/refusals.ts'
import { useServer } from '../../../test/use-server.ts'
import type { Tables } from '../../kernel/db/tables.ts'
import { groupFromRow } from '../../kernel/realm-state/from-rows.ts'

const { createUserGroup, getEvents, registerQueue, updateUserGroup } = endpoints

describe('user groups', () => {
  const { server, ann, bob, gus } = useServer({ members: ['ann', 'bob'], guests: ['gus'] })
  let everyone: Record<string, Client>

  beforeAll(() => {
    everyone = { Olivia: server.owner, Ann: ann.client, Bob: bob.client, Gus: gus.client }
  })

  const { create, update, deactivate } = groupCalls(ann)

  test('one person who is no administrator creates at most a thousand', async () => {
    const eva = await server.person('Eva')
    const settings = JSON.stringify(server.realm.groups.system('role:nobody').settings)
    await server.ctx.transact(server.realm.id, async (tx) => {
      const { rows } = await sql<Selectable<Tables['user_group']>>`
        insert into user_group (realm_id, name, creator_id, created_at, settings, deactivated)
        select ${server.realm.id}, 'group of Eva ' || n, ${eva.id}::int, ${tx.now}, ${settings}, n % 2 = 0
        from generate_series(1, 999) n returning *`.execute(tx.db)
      tx.record(rows.map((row) => ({ put: 'group', value: groupFromRow(row, [], []) })))
    })
    const by = groupCalls(eva)
    await by.create('the last one')
    await refused(by.create('one more'), 'You can create at most 1000 groups.')
    await create('of somebody else')
    await changeAccount(server, eva.id, { role: 200 })
    await by.create('one more')
  })

  test('one is created with members, groups inside and permissions; events explain the state', async () => {
    const inner = await create('cooks')
    const members = [bob.id, ann.id, bob.id]
    const { groups } = server.realm
    const can_mention_group = groups.system('role:moderators').id
    const can_join_group = { direct_members: [bob.id], direct_subgroups: [] }
    const told = await explains(everyone, () =>
      create('kitchen', { description: 'Who eats', members, subgroups: [inner], can_mention_group, can_join_group }),
    )
    const creator = { direct_members: [ann.id], direct_subgroups: [] }
    expect(told['Bob']!.map((event) => event.type)).toEqual(['user_group'])
    expect(told['Gus']).toMatchObject([
      {
        type: 'user_group',
        op: 'add',
        group: {
          name: 'kitchen',
          description: 'Who eats',
          creator_id: ann.id,
          members: [ann.id, bob.id],
          direct_subgroup_ids: [inner],
          is_system_group: false,
          deactivated: false,
          can_mention_group,
          can_join_group,
          can_manage_group: creator,
          can_add_members_group: creator,
          can_leave_group: groups.system('role:everyone').id,
          can_remove_members_group: groups.system('role:nobody').id,
        },
      },
    ])
  })

  test('people who are added get a notice of the notification bot; the creator and bots do not', async () => {
    const helper = await bot(server, 'Helper', ann)
    const before = await noticesTo(server, bob)
    await create('bakers', { members: [ann.id, bob.id, helper.id] })
    expect((await noticesTo(server, bob)).slice(before.length)).toEqual([
      `<p><span class="user-mention silent" data-user-id="${ann.id}">Ann</span> added you to the group <span class="user-group-mention silent" data-user-group-id="${server.realm.groups.named('bakers')!.id}">bakers</span>.</p>`,
    ])
    expect(await noticesTo(server, ann)).toEqual([])
    expect(await noticesTo(server, helper)).toEqual([])
    await refused(create('bakers', { members: [bob.id] }), "User group 'bakers' already exists.")
    expect(await noticesTo(server, bob)).toHaveLength(before.length + 1)
  })

  test('one gets another name and description, each with its event; what is the same is no change', async () => {
    const id = await create('names')
    const told = await explains(everyone, () => update(id, { name: ' Names 2 ', description: 'Two' }))
    expect(told['Bob']).toMatchObject([
      { type: 'user_group', op: 'update', group_id: id, data: { name: 'Names 2' } },
      { type: 'user_group', op: 'update', group_id: id, data: { description: 'Two' } },
    ])
    expect((await explains(everyone, () => update(id, { name: 'Names 2' })))['Bob']).toEqual([])
    // Another spelling of its own name is free to it.
    await update(id, { name: 'NAMES 2' })
  })

  test('one that is deactivated leaves the list of clients that do not ask for it, and comes back', async () => {
    const id = await create('short-lived', { members: [bob.id] })
    const [all, active] = [await watchGroups(bob.client, true), await watchGroups(bob.client, false)]
    await explains(everyone, () => deactivate(id))
    await explains(everyone, () => update(id, { description: 'in hiding' }))
    await explains(everyone, () => update(id, { deactivated: false }))
    await explains(everyone, () => update(id, { name: 'back again' }))
    const base = { type: 'user_group', group_id: id }
    expect(await all()).toMatchObject([
      { ...base, op: 'update', data: { deactivated: true } },
      { ...base, op: 'update', data: { description: 'in hiding' } },
      { ...base, op: 'update', data: { deactivated: false } },
      { ...base, op: 'update', data: { name: 'back again' } },
    ])
    const group = { id, name: 'short-lived', description: 'in hiding', members: [bob.id], deactivated: false }
    expect(await active()).toMatchObject([
      { ...base, op: 'remove' },
      { type: 'user_group', op: 'add', group },
      { ...base, op: 'update', data: { name: 'back again' } },
    ])
  })

  test('wake no poll of a client for which nothing happens', async () => {
    const id = await create('hidden')
    await deactivate(id)
    const { queue_id, last_event_id } = await bob.client.call(registerQueue, { fetch_event_types: [] })
    const poll = bob.client.call(getEvents, { queue_id: queue_id!, last_event_id })
    const queue = server.ctx.queues.byId.get(queue_id!)!
    await expect.poll(() => queue.poll).toBeDefined()
    await update(id, { description: 'still hidden' })
    expect([queue.poll !== undefined, queue.readyFrom]).toEqual([true, undefined])
    await update(id, { deactivated: false })
    expect((await poll).events).toMatchObject([{ type: 'user_group', op: 'add' }])
  })

  describe('are refused', () => {
    test.each([
      ['', "User group name can't be empty!"],
      ['  ', "User group name can't be empty!"],
      ['x'.repeat(101), 'User group name cannot exceed 100 characters.'],
      ['@cooks', "User group name cannot start with '@'."],
      ['role:cooks', "User group name cannot start with 'role:'."],
      ['user:1', "User group name cannot start with 'user:'."],
      ['stream:1', "User group name cannot start with 'stream:'."],
      ['channel:1', "User group name cannot start with 'channel:'."],
    ])('the name %j', async (name, msg) => {
      await refused(create(name), msg)
      await refused(update(await create(`before ${JSON.stringify(name)}`.slice(0, 90)), { name }), msg)
    })

    test('a name that is taken, also by a group that was deactivated', async () => {
      await deactivate(await create('taken'))
      await refused(create('TAKEN'), "User group 'TAKEN' already exists.")
      await refused(update(await create('free'), { name: 'taken' }), "User group 'taken' already exists.")
    })

    test('people and groups that do not exist, or not any more', async () => {
      await refused(create('ghosts', { members: [99_999] }), 'Invalid user ID: 99999')
      await refused(create('ghosts', { subgroups: [99_999] }), 'Invalid user group ID: 99999')
      const gone = await create('gone')
      await deactivate(gone)
      await refused(create('ghosts', { subgroups: [gone] }), `Invalid user group ID: ${gone}`)
      await refused(create('ghosts', { can_join_group: gone }), 'Invalid user group')
      await refused(update(99_999, { name: 'x' }), 'Invalid user group')
      await refused(deactivate(99_999), 'Invalid user group')
    })

    test('an update of nothing, and a deactivation twice', async () => {
      const id = await create('twice')
      await refused(update(id, {}), 'No new data supplied')
      await deactivate(id)
      await refused(deactivate(id), 'User group is already deactivated.')
    })

    test('guests, whatever they want', async () => {
      const id = await create('for members')
      await refused(create('by a guest', {}, gus), 'Not allowed for guest users')
      await refused(update(id, { name: 'x' }, gus), 'Not allowed for guest users')
      await refused(deactivate(id, gus), 'Not allowed for guest users')
    })

    test('those who may not create groups, and nobody else', async () => {
      await changeRealm(server, {}, { can_create_groups: 'role:administrators' })
      await refused(create('not mine'), 'Insufficient permission')
      await server.owner.call(createUserGroup, { name: 'the owner’s', description: '', members: [] })
      await changeRealm(server, {}, { can_create_groups: 'role:members' })
    })

    test('those who do not manage the group; its managers and those of all groups may', async () => {
      const id = await create('managed', { can_manage_group: { direct_members: [bob.id], direct_subgroups: [] } })
      await refused(update(id, { name: 'x' }), 'Insufficient permission')
      await refused(deactivate(id), 'Insufficient permission')
      await update(id, { name: 'by Bob' }, bob)
      await server.owner.call(updateUserGroup, { user_group_id: id, name: 'by Olivia' })
      const system = server.realm.groups.system('role:members').id
      await refused(server.owner.call(updateUserGroup, { user_group_id: system, name: 'x' }), 'Insufficient permission')
    })
  })

  test('leave a line in the audit log', async () => {
    const id = await create('audited')
    await update(id, { name: 'audited twice' })
    await deactivate(id)
    const { rows } = await server.database.pool.query(
      'select actor_id, action, details from audit_log where target_id = $1 order by id',
      [id],
    )
    expect(rows).toEqual([
      { actor_id: ann.id, action: 'group created', details: { name: 'audited', members: [], subgroups: [] } },
      {
        actor_id: ann.id,
        action: 'group updated',
        details: { property: 'name', before: 'audited', after: 'audited twice' },
      },
      { actor_id: ann.id, action: 'group updated', details: { property: 'deactivated', before: false, after: true } },
    ])
  })
})
