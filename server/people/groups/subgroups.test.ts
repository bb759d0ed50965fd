import { describe, expect, test } from 'vitest'
import { explains } from '../../../test/events-explain-state.ts'
import { groupCalls, people } from '../../../test/groups.ts'
import { bot } from '../../../test/people.ts'
import { refused } from '../../../test/refusals.ts'
import { useServer } from '../../../test/use-server.ts'

describe('the subgroups of a group', () => {
  const { server, ann, bob, gus } = useServer({ members: ['ann', 'bob'], guests: ['gus'] })

  const { create, update, deactivate, members, subgroups, subgroupsOf, membersOf } = groupCalls(ann)
  const everyone = () => ({ Olivia: server.owner, Bob: bob.client, Gus: gus.client })
  const denied = (call: Promise<unknown>) => refused(call, 'Insufficient permission')

  test('are added and removed, with one event each; events explain the state', async () => {
    const [id, one, two] = [await create('house'), await create('roof'), await create('cellar')]
    const added = await explains(everyone(), () => subgroups(id, { add: [two, one, one] }))
    expect(added['Gus']).toMatchObject([
      { type: 'user_group', op: 'add_subgroups', group_id: id, direct_subgroup_ids: [two, one] },
    ])
    const changed = await explains(everyone(), () =>
      subgroups(id, { delete: [one], add: [server.realm.groups.system('role:owners').id] }),
    )
    expect(changed['Bob']).toMatchObject([
      { op: 'add_subgroups' },
      { op: 'remove_subgroups', direct_subgroup_ids: [one] },
    ])
    expect(await subgroupsOf(id, true)).toEqual([server.realm.groups.system('role:owners').id, two])
    expect(await membersOf(id)).toEqual([server.ownerId])
  })

  test('are listed directly and through all levels, also by a bot', async () => {
    const helper = await bot(server, 'Helper', ann)
    const three = await create('three')
    const two = await create('two', { subgroups: [three] })
    const one = await create('one', { subgroups: [two] })
    expect(await subgroupsOf(one, undefined, helper)).toEqual([three, two])
    expect(await subgroupsOf(one, false)).toEqual([three, two])
    expect(await subgroupsOf(one, true, helper)).toEqual([two])
    expect(await subgroupsOf(three)).toEqual([])
    await refused(subgroupsOf(99_999), 'Invalid user group')
    const four = await create('four', {}, helper)
    await subgroups(four, { add: [one] }, helper)
    expect(await subgroupsOf(four)).toEqual([three, two, one])
  })

  test('never form a cycle', async () => {
    const inner = await create('ring inner')
    const middle = await create('ring middle', { subgroups: [inner] })
    const outer = await create('ring outer', { subgroups: [middle] })
    const cycle = (id: number) => `User group ${id} is already a subgroup of one of the passed subgroups.`
    await refused(subgroups(inner, { add: [outer] }), cycle(inner))
    await refused(subgroups(inner, { add: [middle] }), cycle(inner))
    await refused(subgroups(inner, { add: [inner] }), cycle(inner))
    await refused(members(inner, { add_subgroups: [outer] }), cycle(inner))
    await subgroups(outer, { add: [inner] })
  })

  test('never form a cycle through a group that comes back', async () => {
    const [top, bottom] = [await create('top'), await create('bottom')]
    await subgroups(top, { add: [bottom] })
    await deactivate(top)
    const other = await create('other')
    await refused(subgroups(bottom, { add: [top] }), `Invalid user group ID: ${top}`)
    await subgroups(bottom, { add: [other] })
    await refused(
      subgroups(other, { add: [bottom] }),
      `User group ${other} is already a subgroup of one of the passed subgroups.`,
    )
    await update(top, { deactivated: false })
    expect(await subgroupsOf(top)).toEqual([bottom, other])
  })

  test('that are deactivated give nothing, and can be removed', async () => {
    const inner = await create('fading', { members: [bob.id] })
    const outer = await create('lasting', { subgroups: [inner] })
    await deactivate(outer)
    await deactivate(inner)
    await update(outer, { deactivated: false })
    expect(await membersOf(outer)).toEqual([])
    expect(await subgroupsOf(outer)).toEqual([])
    expect(await subgroupsOf(outer, true)).toEqual([inner])
    await subgroups(outer, { delete: [inner] })
    await refused(subgroups(outer, { add: [inner] }), `Invalid user group ID: ${inner}`)
  })

  test('are refused when they are there already, are not there, or do not exist', async () => {
    const [id, sub] = [await create('shelf'), await create('book')]
    await subgroups(id, { add: [sub] })
    await refused(subgroups(id, { add: [sub] }), `User group ${sub} is already a subgroup of this group.`)
    await subgroups(id, { delete: [sub] })
    await refused(subgroups(id, { delete: [sub] }), `User group ${sub} is not a subgroup of this group.`)
    await refused(subgroups(id, { add: [99_999] }), 'Invalid user group ID: 99999')
    await refused(subgroups(id, { delete: [99_999] }), 'Invalid user group ID: 99999')
    await refused(subgroups(99_999, { add: [sub] }), 'Invalid user group')
    await refused(subgroups(id, {}), 'Nothing to do. Specify at least one of "add" or "delete".')
    await refused(subgroups(id, { add: [], delete: [] }), 'Nothing to do. Specify at least one of "add" or "delete".')
  })

  test('are added by those who add members, and removed by managers only', async () => {
    const [id, sub] = [await create('gate', { can_add_members_group: people(bob) }), await create('key')]
    await subgroups(id, { add: [sub] }, bob)
    await denied(subgroups(id, { delete: [sub] }, bob))
    await subgroups(id, { delete: [sub] })
    await update(id, { can_add_members_group: { new: people() }, can_join_group: { new: people(bob) } })
    await denied(subgroups(id, { add: [sub] }, bob))
    await subgroups(id, { add: [sub] }, { client: server.owner })
    await update(id, { can_manage_group: { new: people(bob) } })
    await subgroups(id, { delete: [sub] }, bob)
    await denied(subgroups(id, { add: [sub] }))
  })

  test('of system groups do not change, and guests see none', async () => {
    const sub = await create('outsiders')
    const owner = { client: server.owner }
    const system = server.realm.groups.system('role:members').id
    await denied(subgroups(system, { add: [sub] }, owner))
    await denied(subgroups(system, { delete: [server.realm.groups.system('role:fullmembers').id] }, owner))
    await refused(subgroupsOf(sub, undefined, gus), 'Not allowed for guest users')
    await refused(subgroups(sub, { add: [system] }, gus), 'Not allowed for guest users')
  })

  test('leave a line in the audit log', async () => {
    const [id, sub] = [await create('audited'), await create('audited too')]
    await subgroups(id, { add: [sub] })
    await subgroups(id, { delete: [sub] })
    const { rows } = await server.database.pool.query(
      "select action, details from audit_log where target_kind = 'group' and target_id = $1 order by id offset 1",
      [id],
    )
    expect(rows).toEqual([
      { action: 'group subgroups added', details: { subgroups: [sub] } },
      { action: 'group subgroups removed', details: { subgroups: [sub] } },
    ])
  })
})
