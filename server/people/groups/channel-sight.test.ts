import { describe, expect, test } from 'vitest'
import { endpoints } from '../../../api/endpoints/index.ts'
import { explains } from '../../../test/events-explain-state.ts'
import { groupCalls } from '../../../test/groups.ts'
import { useServer } from '../../../test/use-server.ts'

/** Private channels may be known to a group: who comes to the group or leaves it learns of them, or loses sight of them. */
describe('a private channel that a group may know', () => {
  const { server, ann, bob, cho, gus } = useServer({ members: ['ann', 'bob', 'cho'], guests: ['gus'] })

  const { create, update, deactivate, members, subgroups } = groupCalls(ann)
  const everyone = () => ({ Olivia: server.owner, Ann: ann.client, Bob: bob.client, Cho: cho.client, Gus: gus.client })
  const opsOf = (events: readonly object[] | undefined) =>
    events!.map((event) => ('op' in event && 'type' in event ? `${event.type}/${event.op}` : null))
  async function channel(name: string, settings: object): Promise<number> {
    const options = { invite_only: true, history_public_to_subscribers: true, principals: [ann.id, gus.id] }
    await ann.client.call(endpoints.subscribe, { subscriptions: [{ name }], ...options, ...settings })
    await ann.client.call(endpoints.sendMessage, { type: 'channel', to: name, topic: 'x', content: 'Hello' })
    return server.channelId(name)
  }
  const GAINED = ['user_group/add_members', 'stream/create', 'subscription/peer_add']
  const LOST = ['user_group/remove_members', 'stream/delete']

  test.each(['can_subscribe_group', 'can_add_subscribers_group', 'can_administer_channel_group'])(
    'by %s comes into sight with the membership, and leaves it',
    async (setting) => {
      const group = await create(`by ${setting}`)
      const id = await channel(`known by ${setting}`, { [setting]: group })
      const gained = await explains(everyone(), () => members(group, { add: [bob.id, gus.id, server.ownerId] }))
      expect(opsOf(gained['Bob'])).toEqual(GAINED)
      expect(gained['Bob']![1]).toMatchObject({ streams: [{ stream_id: id }] })
      // Those who know it already, as subscribers or administrators, learn nothing new; nor do those outside.
      for (const person of ['Olivia', 'Ann', 'Cho', 'Gus']) expect(opsOf(gained[person])).toEqual(GAINED.slice(0, 1))
      const lost = await explains(everyone(), () => members(group, { delete: [bob.id, gus.id, server.ownerId] }))
      expect(opsOf(lost['Bob'])).toEqual(LOST)
      expect(lost['Bob']![1]).toMatchObject({ stream_ids: [id], streams: [{ stream_id: id }] })
      for (const person of ['Olivia', 'Ann', 'Cho', 'Gus']) expect(opsOf(lost[person])).toEqual(LOST.slice(0, 1))
    },
  )

  test('stays in sight of those who know it in another way', async () => {
    const [one, two] = [await create('first way'), await create('second way', { members: [bob.id] })]
    await channel('two ways', { can_subscribe_group: one, can_add_subscribers_group: two })
    const gained = await explains(everyone(), () => members(one, { add: [bob.id] }))
    expect(opsOf(gained['Bob'])).toEqual(['user_group/add_members'])
    const kept = await explains(everyone(), () => members(two, { delete: [bob.id] }))
    expect(opsOf(kept['Bob'])).toEqual(['user_group/remove_members'])
    const lost = await explains(everyone(), () => members(one, { delete: [bob.id] }))
    expect(opsOf(lost['Bob'])).toEqual(LOST)
  })

  test('comes into sight through subgroups, and leaves it with them', async () => {
    const inner = await create('sight inner', { members: [cho.id] })
    const middle = await create('sight middle', { members: [bob.id], subgroups: [inner] })
    const outer = await create('sight outer')
    const value = { direct_members: [ann.id], direct_subgroups: [outer] }
    await channel('through subgroups', { can_subscribe_group: value })
    const gained = await explains(everyone(), () => subgroups(outer, { add: [middle] }))
    for (const person of ['Bob', 'Cho'])
      expect(opsOf(gained[person])).toEqual(['user_group/add_subgroups', 'stream/create', 'subscription/peer_add'])
    const less = await explains(everyone(), () => members(inner, { delete: [cho.id] }))
    expect(opsOf(less['Cho'])).toEqual(LOST)
    expect(opsOf(less['Bob'])).toEqual(LOST.slice(0, 1))
    const lost = await explains(everyone(), () => subgroups(outer, { delete: [middle] }))
    expect(opsOf(lost['Bob'])).toEqual(['user_group/remove_subgroups', 'stream/delete'])
  })

  test('comes into sight when a group inside comes back', async () => {
    const inner = await create('back inner', { members: [bob.id] })
    const outer = await create('back outer', { subgroups: [inner] })
    await deactivate(outer)
    await deactivate(inner)
    await update(outer, { deactivated: false })
    await channel('back again', { can_subscribe_group: outer })
    const gained = await explains(everyone(), () => update(inner, { deactivated: false }))
    expect(opsOf(gained['Bob'])).toEqual(['user_group/update', 'stream/create', 'subscription/peer_add'])
  })
})
