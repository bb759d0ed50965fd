import { beforeAll, describe, expect, test } from 'vitest'
import { endpoints } from '../../../api/endpoints/index.ts'
import type { Client } from '../../../client/client.ts'
import { groupCalls, people, watchGroups } from '../../../test/groups.ts'
import { type Person, startTestServer } from '../../../test/harness.ts'
import { opened } from '../../../test/opened.ts'
import { seesCapability } from '../../../test/record-coverage.ts'
import { startTwoNodes } from '../../../test/two-nodes.ts'

/** What happens to a deactivated group, for clients that ask for such groups and for those that do not. */
describe('events of groups', () => {
  const nodes = opened(startTwoNodes)
  let bob: Person
  let bobOnSecond: Client

  beforeAll(async () => {
    bob = await nodes.first.person('Bob')
    bobOnSecond = nodes.second.clientFor(nodes.first.realm.users.get(bob.id)!)
  })

  const { create, update, deactivate, members, subgroups } = groupCalls({
    get client() {
      return nodes.ann.client
    },
  })

  /** Every kind of change, while the group is active, deactivated and active again. */
  async function history(name: string): Promise<{ id: number; sub: number }> {
    const [id, sub] = [await create(name), await create(`below ${name}`)]
    const change = async () => {
      await members(id, { add: [bob.id] })
      await subgroups(id, { add: [sub] })
      await update(id, { can_join_group: { new: people(bob) } })
      await members(id, { delete: [bob.id] })
      await subgroups(id, { delete: [sub] })
      await update(id, { can_join_group: { new: people() } })
    }
    await change()
    await deactivate(id)
    await change()
    await members(id, { add: [bob.id] })
    await update(id, { deactivated: false })
    await members(id, { delete: [bob.id] })
    return { id, sub }
  }

  const CHANGE = ['add_members', 'add_subgroups', 'update', 'remove_members', 'remove_subgroups', 'update']
  const FOR_ALL = ['add', 'add', ...CHANGE, 'update', ...CHANGE, 'add_members', 'update', 'remove_members']
  const FOR_ACTIVE = ['add', 'add', ...CHANGE, 'remove', 'add', 'remove_members']
  const opsOf = (events: readonly object[]) => events.map((event) => ('op' in event ? event.op : null))

  test('differ by the capability, live and read from the log by another node', async () => {
    const [all, active] = [await watchGroups(bob.client, true), await watchGroups(bob.client, false)]
    const { id } = await history('live')
    const live = { all: await all(), active: await active() }
    expect(opsOf(live.all)).toEqual(FOR_ALL)
    expect(opsOf(live.active)).toEqual(FOR_ACTIVE)
    expect(live.active.at(-2)).toMatchObject({ op: 'add', group: { id, members: [bob.id], deactivated: false } })
    seesCapability('include_deactivated_groups', 'events')
    // The same queues on a node that has never seen them.
    expect({ all: await all(bobOnSecond), active: await active(bobOnSecond) }).toEqual(live)
  })

  test('are the same when a node starts after they happened', async () => {
    const [all, active] = [await watchGroups(bob.client, true), await watchGroups(bob.client, false)]
    await history('replayed')
    const late = await startTestServer({ beside: nodes.first })
    const bobOnLate = await late.clientOf(bob.id)
    expect(opsOf(await all(bobOnLate))).toEqual(FOR_ALL)
    expect(opsOf(await active(bobOnLate))).toEqual(FOR_ACTIVE)
    await late.close()
  })

  test('leave memory on the other node as it is on this one', async () => {
    const { id } = await history('followed')
    const { user_groups } = await bobOnSecond.call(endpoints.getUserGroups, { include_deactivated_groups: true })
    expect(user_groups).toEqual(
      (await bob.client.call(endpoints.getUserGroups, { include_deactivated_groups: true })).user_groups,
    )
    expect(user_groups.find((group) => group.id === id)).toMatchObject({ members: [], deactivated: false })
  })

  test('and state: a deactivated group is there only for those who ask', async () => {
    const id = await create('state')
    await deactivate(id)
    const has = async (include_deactivated_groups: boolean) => {
      const { realm_user_groups } = await bob.client.call(endpoints.registerQueue, {
        fetch_event_types: ['realm_user_groups'],
        client_capabilities: { notification_settings_null: true, include_deactivated_groups },
      })
      return realm_user_groups!.some((group) => group.id === id)
    }
    expect([await has(true), await has(false)]).toEqual([true, false])
    seesCapability('include_deactivated_groups', 'state')
  })
})
