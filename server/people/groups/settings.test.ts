import { beforeAll, describe, expect, test } from 'vitest'
import { explains } from '../../../test/events-explain-state.ts'
import { groupCalls, people } from '../../../test/groups.ts'
import { group as makeGroup } from '../../../test/people.ts'
import { refused } from '../../../test/refusals.ts'
import { useServer } from '../../../test/use-server.ts'
import { GROUP_GROUP_SETTINGS, type GroupGroupSetting } from '../../kernel/realm-state/group.ts'

const SETTINGS = Object.entries(GROUP_GROUP_SETTINGS) as [GroupGroupSetting, { everyone: boolean; nobody: boolean }][]

describe('the permissions of a group', () => {
  const { server, ann, bob, gus } = useServer({ members: ['ann', 'bob'], guests: ['gus'] })
  let id: number

  beforeAll(async () => {
    id = await create('permissions')
  })

  const { create, update, deactivate, list } = groupCalls(ann)
  const everyone = () => ({ Olivia: server.owner, Bob: bob.client, Gus: gus.client })
  const system = (name: Parameters<typeof server.realm.groups.system>[0]) => server.realm.groups.system(name).id
  const settingsOf = async (groupId: number) => (await list()).find((group) => group.id === groupId)!

  describe.each(SETTINGS)('%s', (setting, rule) => {
    test('becomes a group, then people and groups; events explain the state', async () => {
      const one = await explains(everyone(), () => update(id, { [setting]: { new: system('role:moderators') } }))
      const event = { type: 'user_group', op: 'update', group_id: id }
      expect(one['Gus']).toMatchObject([{ ...event, data: { [setting]: system('role:moderators') } }])
      const value = { direct_members: [ann.id, bob.id], direct_subgroups: [system('role:owners')] }
      const shuffled = { direct_members: [bob.id, ann.id, bob.id], direct_subgroups: [system('role:owners')] }
      const two = await explains(everyone(), () =>
        update(id, { [setting]: { new: shuffled, old: system('role:moderators') } }, { client: server.owner }),
      )
      expect(two['Bob']).toMatchObject([{ ...event, data: { [setting]: value } }])
      expect((await settingsOf(id))[setting]).toEqual(value)
      const same = { direct_members: [bob.id, ann.id], direct_subgroups: [system('role:owners')] }
      const none = await explains(everyone(), () =>
        update(id, { [setting]: { new: same, old: shuffled } }, { client: server.owner }),
      )
      expect(none['Bob']).toEqual([])
      await update(id, { [setting]: { new: people(ann) } }, { client: server.owner })
    })

    test('is written as one group where that says the same', async () => {
      const only = { direct_members: [], direct_subgroups: [system('role:members')] }
      await update(id, { [setting]: { new: only } }, { client: server.owner })
      expect((await settingsOf(id))[setting]).toBe(system('role:members'))
      await update(id, { [setting]: { new: people(), old: only } }, { client: server.owner })
      expect((await settingsOf(id))[setting]).toBe(system('role:nobody'))
      await update(id, { [setting]: { new: people(ann) } }, { client: server.owner })
    })

    test('is refused when it is not what the client has seen', async () => {
      const call = update(id, { [setting]: { new: people(bob), old: people(ann, bob) } })
      await refused(call, "'old' value does not match the expected value.", {
        code: 'EXPECTATION_MISMATCH',
        data: { field_name: 'old' },
      })
      const number = update(id, { [setting]: { new: people(bob), old: system('role:nobody') } })
      await refused(number, "'old' value does not match the expected value.", { code: 'EXPECTATION_MISMATCH' })
      expect((await settingsOf(id))[setting]).toEqual(people(ann))
    })

    test('allows everyone only where guests may have it, and never the internet', async () => {
      const internet = `'${setting}' setting cannot be set to 'role:internet' group.`
      await refused(update(id, { [setting]: { new: system('role:internet') } }), internet)
      await refused(create('internet', { [setting]: system('role:internet') }), internet)
      const all = update(id, { [setting]: { new: system('role:everyone') } }, { client: server.owner })
      if (rule.everyone) await all
      else await refused(all, `'${setting}' setting cannot be set to 'role:everyone' group.`)
      await update(id, { [setting]: { new: people(ann) } }, { client: server.owner })
    })

    test('names people and active groups of the organization', async () => {
      const gone = await makeGroup(server, { name: `gone with ${setting}`, deactivated: true })
      await refused(update(id, { [setting]: { new: gone } }), 'Invalid user group')
      await refused(update(id, { [setting]: { new: 99_999 } }), 'Invalid user group')
      const withGroup = { direct_members: [ann.id], direct_subgroups: [99_999] }
      await refused(update(id, { [setting]: { new: withGroup } }), 'Invalid user group')
      const withPerson = { direct_members: [99_999], direct_subgroups: [] }
      await refused(update(id, { [setting]: { new: withPerson } }), 'Invalid user ID: 99999')
    })

    test('is changed by managers only', async () => {
      const managed = await create(`managed for ${setting}`, { can_manage_group: people(bob) })
      const change = { [setting]: { new: people(ann, bob) } }
      await refused(update(managed, change), 'Insufficient permission')
      await refused(update(managed, change, gus), 'Not allowed for guest users')
      await update(managed, change, bob)
      await refused(update(system('role:members'), change, { client: server.owner }), 'Insufficient permission')
    })
  })

  test('change together, each with its event, or not at all', async () => {
    const [join, mention] = [{ new: people(bob) }, { new: system('role:members') }]
    const group = await create('together', { can_join_group: people(ann) })
    const told = await explains(everyone(), () =>
      update(group, { name: 'all together', can_join_group: join, can_mention_group: mention }),
    )
    expect(told['Bob']).toMatchObject([
      { data: { name: 'all together' } },
      { data: { can_join_group: people(bob) } },
      { data: { can_mention_group: system('role:members') } },
    ])
    const none = await explains(everyone(), () =>
      refused(update(group, { name: 'torn', can_join_group: { new: 99_999 } }), 'Invalid user group'),
    )
    expect(none['Bob']).toEqual([])
  })

  test('of a deactivated group change too', async () => {
    const group = await create('asleep')
    await deactivate(group)
    await update(group, { can_join_group: { new: people(bob) } })
    expect((await list(true)).find((one) => one.id === group)?.can_join_group).toEqual(people(bob))
  })

  test('have a shape', async () => {
    const patch = async (can_join_group: string) => {
      const { url, email, apiKey } = ann.client.options
      const answer = await fetch(`${url}/api/v1/user_groups/${id}`, {
        method: 'PATCH',
        headers: { authorization: `Basic ${btoa(`${email}:${apiKey}`)}` },
        body: new URLSearchParams({ can_join_group }),
      })
      return ((await answer.json()) as { msg: string }).msg
    }
    expect(await patch('{"old":1}')).toBe('can_join_group["new"] field is missing: Field required')
    expect(await patch('{"new":1,"other":2}')).toBe('Argument "other" at can_join_group is unexpected')
    expect(await patch('{"new":"1"}')).toBe('can_join_group["new"] is not an integer')
    expect(await patch('1')).toBe('can_join_group is not a dict')
    expect(await patch('{')).toBe('can_join_group is not valid JSON')
  })

  test('leave a line in the audit log', async () => {
    const group = await create('audited')
    await update(group, { can_join_group: { new: people(bob) } })
    const { rows } = await server.database.pool.query(
      "select details from audit_log where target_kind = 'group' and target_id = $1 and action = 'group updated'",
      [group],
    )
    expect(rows).toEqual([
      { details: { property: 'can_join_group', before: system('role:nobody'), after: people(bob) } },
    ])
  })
})
