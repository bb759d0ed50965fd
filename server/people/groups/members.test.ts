import { beforeAll, describe, expect, test } from 'vitest'
import { explains } from '../../../test/events-explain-state.ts'
import { groupCalls, noticesTo, people } from '../../../test/groups.ts'
import type { Person } from '../../../test/harness.ts'
import { administrator, bot, changeAccount, changeRealm } from '../../../test/people.ts'
import { refused } from '../../../test/refusals.ts'
import { useServer } from '../../../test/use-server.ts'

describe('the members of a group', () => {
  const { server, ann, bob, cho, gus } = useServer({ members: ['ann', 'bob', 'cho'], guests: ['gus'] })
  let olivia: Pick<Person, 'client'>

  beforeAll(() => {
    olivia = { client: server.owner }
  })

  const { create, update, deactivate, members, list, membersOf, isMember } = groupCalls(ann)
  const everyone = () => ({ Olivia: server.owner, Ann: ann.client, Bob: bob.client, Gus: gus.client })
  const denied = (call: Promise<unknown>) => refused(call, 'Insufficient permission')

  test('are added and removed, with one event each; events explain the state', async () => {
    const id = await create('choir', { members: [cho.id] })
    const added = await explains(everyone(), () => members(id, { add: [gus.id, bob.id, bob.id] }))
    expect(added['Gus']).toMatchObject([
      { type: 'user_group', op: 'add_members', group_id: id, user_ids: [gus.id, bob.id] },
    ])
    expect(await membersOf(id)).toEqual([bob.id, cho.id, gus.id])
    const removed = await explains(everyone(), () => members(id, { delete: [cho.id, gus.id] }))
    expect(removed['Bob']).toMatchObject([
      { type: 'user_group', op: 'remove_members', group_id: id, user_ids: [cho.id, gus.id] },
    ])
    expect(await membersOf(id)).toEqual([bob.id])
    const { rows } = await server.database.pool.query('select user_id from group_member where group_id = $1', [id])
    expect(rows).toEqual([{ user_id: bob.id }])
  })

  test('and subgroups change in one request, all of them or none', async () => {
    const [id, sub] = [await create('band', { members: [bob.id] }), await create('drums')]
    const told = await explains(everyone(), () =>
      members(id, { add: [cho.id], delete: [bob.id], add_subgroups: [sub] }),
    )
    expect(told['Ann']).toMatchObject([
      { op: 'add_members', user_ids: [cho.id] },
      { op: 'remove_members', user_ids: [bob.id] },
      { op: 'add_subgroups', direct_subgroup_ids: [sub] },
    ])
    const nothing = await explains(everyone(), () =>
      refused(
        members(id, { add: [bob.id], delete_subgroups: [id] }),
        `User group ${id} is not a subgroup of this group.`,
      ),
    )
    expect(nothing['Bob']).toEqual([])
    await members(id, { delete_subgroups: [sub] })
    expect(await list()).toContainEqual(expect.objectContaining({ id, members: [cho.id], direct_subgroup_ids: [] }))
  })

  test('get a notice when another person adds or removes them; bots and those who do it themselves do not', async () => {
    const helper = await bot(server, 'Helper', ann)
    const id = await create('quiz', { can_join_group: people(bob) })
    const before = (await noticesTo(server, bob)).length
    await members(id, { add: [bob.id, ann.id, helper.id] })
    await members(id, { delete: [bob.id, helper.id] })
    await members(id, { add: [bob.id] }, bob)
    await members(id, { delete: [bob.id] }, bob)
    const [by, group] = [
      `<span class="user-mention silent" data-user-id="${ann.id}">Ann</span>`,
      `<span class="user-group-mention silent" data-user-group-id="${id}">quiz</span>`,
    ]
    expect((await noticesTo(server, bob)).slice(before)).toEqual([
      `<p>${by} added you to the group ${group}.</p>`,
      `<p>${by} removed you from the group ${group}.</p>`,
    ])
    expect(await noticesTo(server, helper)).toEqual([])
  })

  test('cannot be added twice, nor removed when they are not there', async () => {
    const id = await create('pairs', { members: [bob.id] })
    await refused(members(id, { add: [cho.id, bob.id] }), `User ${bob.id} is already a member of this group`)
    await refused(members(id, { delete: [bob.id, cho.id] }), `There is no member '${cho.id}' in this user group`)
    expect(await membersOf(id)).toEqual([bob.id])
    await refused(members(id, { add: [99_999] }), 'Invalid user ID: 99999')
    await refused(members(id, { delete: [99_999] }), 'Invalid user ID: 99999')
    await refused(members(99_999, { add: [bob.id] }), 'Invalid user group')
    const nothing = 'Nothing to do. Specify at least one of "add", "delete", "add_subgroups" or "delete_subgroups".'
    await refused(members(id, {}), nothing)
    await refused(members(id, { add: [], delete: [] }), nothing)
  })

  test('who are deactivated are not members, and cannot be asked for', async () => {
    const dan = await server.person('Dan')
    const id = await create('leavers', { members: [dan.id, bob.id] })
    expect(await isMember(id, dan.id)).toBe(true)
    await changeAccount(server, dan.id, { is_active: false })
    expect(await membersOf(id)).toEqual([bob.id])
    expect(await membersOf(id, true)).toEqual([bob.id])
    expect(await list()).toContainEqual(expect.objectContaining({ id, members: [bob.id] }))
    await refused(isMember(id, dan.id), 'User is deactivated')
    await refused(members(id, { delete: [dan.id] }), `Invalid user ID: ${dan.id}`)
    await changeAccount(server, dan.id, { is_active: true })
    expect(await membersOf(id)).toEqual([dan.id, bob.id].sort((a, b) => a - b))
  })

  test('are listed directly and through subgroups, also by a bot', async () => {
    const helper = await bot(server, 'Reader', ann)
    const inner = await create('inner', { members: [cho.id] })
    const middle = await create('middle', { members: [bob.id], subgroups: [inner] })
    const outer = await create('outer', { members: [ann.id], subgroups: [middle] })
    expect(await membersOf(outer, undefined, helper)).toEqual([ann.id, bob.id, cho.id])
    expect(await membersOf(outer, false)).toEqual([ann.id, bob.id, cho.id])
    expect(await membersOf(outer, true, helper)).toEqual([ann.id])
    expect(await isMember(outer, cho.id, undefined, helper)).toBe(true)
    expect(await isMember(outer, cho.id, true, helper)).toBe(false)
    expect(await isMember(inner, cho.id, true)).toBe(true)
    expect(await isMember(inner, bob.id)).toBe(false)
    await refused(isMember(outer, 99_999), 'No such user')
    await refused(isMember(99_999, bob.id), 'Invalid user group')
    await refused(membersOf(99_999), 'Invalid user group')
  })

  test('of system groups follow from roles, directly and through subgroups', async () => {
    const id = (name: Parameters<typeof server.realm.groups.system>[0]) => server.realm.groups.system(name).id
    expect(await membersOf(id('role:owners'))).toEqual([server.ownerId])
    expect(await membersOf(id('role:everyone'), true)).toEqual([gus.id])
    expect(await isMember(id('role:everyone'), ann.id)).toBe(true)
    expect(await isMember(id('role:everyone'), ann.id, true)).toBe(false)
    expect(await isMember(id('role:members'), ann.id, true)).toBe(true)
    expect(await isMember(id('role:members'), gus.id)).toBe(false)
    expect(await isMember(id('role:administrators'), server.ownerId)).toBe(true)
    expect(await isMember(id('role:administrators'), server.ownerId, true)).toBe(false)
    expect(await membersOf(id('role:nobody'))).toEqual([])
    for (const name of ['role:members', 'role:nobody'] as const) {
      await denied(members(id(name), { add: [bob.id] }, olivia))
      await denied(members(id(name), { delete: [bob.id] }, olivia))
    }
  })

  test('change through a permission for oneself, or for everybody', async () => {
    const id = await create('doors', {
      can_manage_group: people(),
      can_add_members_group: people(),
      can_leave_group: people(),
    })
    const set = (setting: string, value: object) => update(id, { [setting]: { new: value } }, olivia)
    await denied(members(id, { add: [bob.id] }, bob))
    await set('can_join_group', people(bob))
    await members(id, { add: [bob.id] }, bob)
    await denied(members(id, { add: [cho.id] }, bob))
    await denied(members(id, { add: [cho.id] }, cho))
    await denied(members(id, { delete: [bob.id] }, bob))
    await set('can_leave_group', people(bob))
    await members(id, { delete: [bob.id] }, bob)
    await denied(members(id, { add: [bob.id, cho.id] }, bob))
    await set('can_add_members_group', people(cho))
    await members(id, { add: [cho.id, ann.id] }, cho)
    await denied(members(id, { delete: [ann.id] }, cho))
    await denied(members(id, { delete: [cho.id] }, cho))
    await set('can_remove_members_group', people(bob))
    await members(id, { delete: [ann.id] }, bob)
    await denied(members(id, { add: [ann.id, cho.id] }, bob))
    await members(id, { add: [bob.id] }, bob)
    await set('can_leave_group', people())
    await members(id, { delete: [bob.id] }, bob)
    await denied(update(id, { name: 'windows' }, bob))
    await denied(update(id, { name: 'windows' }, cho))
  })

  test('change by managers of the group and of all groups, in every way', async () => {
    const id = await create('managed', { can_manage_group: people(bob), can_add_members_group: people() })
    await denied(members(id, { add: [cho.id] }))
    await members(id, { add: [cho.id, bob.id] }, bob)
    await members(id, { delete: [bob.id] }, bob)
    await members(id, { add: [bob.id] }, olivia)
    await members(id, { delete: [cho.id] }, olivia)
    await denied(members(id, { delete: [bob.id] }))
  })

  test('can be changed by those who manage all groups, and by no other administrator', async () => {
    const ada = await administrator(server, 'Ada')
    const id = await create('realm wide')
    await denied(members(id, { add: [cho.id] }, ada))
    await denied(update(id, { name: 'x' }, ada))
    await denied(deactivate(id, ada))
    await changeRealm(server, {}, { can_manage_all_groups: 'role:administrators' })
    await members(id, { add: [cho.id] }, ada)
    await update(id, { name: 'by Ada' }, ada)
    await deactivate(id, ada)
    await changeRealm(server, {}, { can_manage_all_groups: 'role:owners' })
    await denied(update(id, { deactivated: false }, ada))
  })

  test('of a deactivated group change by its managers only', async () => {
    const open = server.realm.groups.system('role:members').id
    const id = await create('closed', {
      can_join_group: open,
      can_add_members_group: open,
      can_manage_group: people(ann),
    })
    await members(id, { add: [bob.id] }, bob)
    await deactivate(id)
    await denied(members(id, { add: [cho.id] }, cho))
    await denied(members(id, { delete: [bob.id] }, bob))
    await members(id, { add: [cho.id] })
    await members(id, { delete: [bob.id] })
    expect(await membersOf(id)).toEqual([cho.id])
    expect(await isMember(id, cho.id)).toBe(true)
  })

  test('are no business of guests', async () => {
    const id = await create('no guests', { members: [gus.id], can_add_members_group: people(ann, gus) })
    const calls = [
      () => members(id, { add: [bob.id] }, gus),
      () => members(id, { delete: [gus.id] }, gus),
      () => membersOf(id, undefined, gus),
      () => isMember(id, gus.id, undefined, gus),
      () => list(undefined, gus),
    ]
    for (const call of calls) await refused(call(), 'Not allowed for guest users')
    expect(await isMember(id, gus.id)).toBe(true)
  })

  test('are listed with their groups, and with deactivated ones only on request', async () => {
    const id = await create('old', { members: [bob.id] })
    await deactivate(id)
    const ids = async (include?: boolean) => (await list(include)).map((group) => group.id)
    expect(await ids()).not.toContain(id)
    expect(await ids(false)).not.toContain(id)
    expect(await ids(true)).toContain(id)
    expect(await list(true)).toContainEqual(expect.objectContaining({ id, deactivated: true, members: [bob.id] }))
    expect(await list()).toContainEqual(
      expect.objectContaining({ name: 'role:everyone', is_system_group: true, members: [gus.id] }),
    )
  })

  test('leave a line in the audit log', async () => {
    const id = await create('audited')
    await members(id, { add: [bob.id] })
    await members(id, { delete: [bob.id] })
    const { rows } = await server.database.pool.query(
      'select actor_id, action, details from audit_log where target_id = $1 order by id offset 1',
      [id],
    )
    expect(rows).toEqual([
      { actor_id: ann.id, action: 'group members added', details: { members: [bob.id] } },
      { actor_id: ann.id, action: 'group members removed', details: { members: [bob.id] } },
    ])
  })
})
