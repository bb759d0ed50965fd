import { describe, expect, test } from 'vitest'
import { endpoints } from '../../../api/endpoints/index.ts'
import type { Client } from '../../../client/client.ts'
import { groupCalls, people, watchGroups } from '../../../test/groups.ts'
import { changeChannel, changeRealm } from '../../../test/people.ts'
import { refused } from '../../../test/refusals.ts'
import { useServer } from '../../../test/use-server.ts'

describe('a group that is in use', () => {
  const { server, ann, bob } = useServer({ members: ['ann', 'bob'] })

  const { create, update, deactivate, subgroups } = groupCalls(ann)
  const inUse = async (call: Promise<unknown>, ...objections: object[]) =>
    refused(call, 'Cannot deactivate user group in use.', {
      code: 'CANNOT_DEACTIVATE_GROUP_IN_USE',
      data: { objections },
    })
  const part = (group: number) => ({ direct_members: [ann.id], direct_subgroups: [group] })
  const makeChannel = async (name: string, options: object, client: Client = ann.client) => {
    await client.call(endpoints.subscribe, { subscriptions: [{ name }], ...options })
    return server.channelId(name)
  }

  test('as a subgroup is not deactivated before it is removed', async () => {
    const id = await create('inside')
    const supergroups = [await create('outside', { subgroups: [id] }), await create('above', { subgroups: [id] })]
    await inUse(deactivate(id), { type: 'subgroup', supergroup_ids: supergroups })
    await inUse(update(id, { deactivated: true }), { type: 'subgroup', supergroup_ids: supergroups })
    await subgroups(supergroups[0]!, { delete: [id] })
    await inUse(deactivate(id), { type: 'subgroup', supergroup_ids: [supergroups[1]] })
    await deactivate(supergroups[1]!)
    await deactivate(id)
  })

  test('in permissions of groups, whole or in part', async () => {
    const id = await create('granted')
    const other = await create('granting', { can_join_group: id, can_mention_group: part(id) })
    await inUse(deactivate(id), {
      type: 'user_group',
      group_id: other,
      settings: ['can_join_group', 'can_mention_group'],
    })
    await update(other, { can_join_group: { new: people() }, can_mention_group: { new: people() } })
    await deactivate(id)
  })

  test('in its own permissions is not in use', async () => {
    const id = await create('self')
    await update(id, { can_join_group: { new: id }, can_mention_group: { new: part(id) } })
    await deactivate(id)
  })

  test('in permissions of channels, unless they are archived', async () => {
    const id = await create('posters')
    const channel = await makeChannel('posters only', { can_send_message_group: id, can_create_topic_group: part(id) })
    await inUse(deactivate(id), {
      type: 'channel',
      channel_id: channel,
      settings: ['can_create_topic_group', 'can_send_message_group'],
    })
    await changeChannel(server, channel, { is_archived: true })
    await deactivate(id)
  })

  test('in a channel that the caller cannot know; which one is not said', async () => {
    const id = await create('secretive')
    const options = { invite_only: true, can_send_message_group: id }
    const channel = await makeChannel('hidden', options, bob.client)
    await inUse(deactivate(id))
    await inUse(deactivate(id, { client: server.owner }), {
      type: 'channel',
      channel_id: channel,
      settings: ['can_send_message_group'],
    })
  })

  test('in permissions of the organization', async () => {
    const id = await create('creators')
    const { info } = server.realm
    const before = info.groupSettings.can_create_groups
    await changeRealm(server, {}, {}, { can_create_groups: id, can_invite_users_group: part(id) })
    await inUse(deactivate(id, { client: server.owner }), {
      type: 'realm',
      settings: ['can_create_groups', 'can_invite_users_group'],
    })
    await changeRealm(server, {}, {}, { can_create_groups: before, can_invite_users_group: before })
    await deactivate(id)
  })

  test('everywhere at once: every place is named', async () => {
    const id = await create('everywhere')
    const above = await create('contains everywhere', { subgroups: [id], can_join_group: id })
    const channel = await makeChannel('everywhere', { can_send_message_group: id })
    await inUse(
      deactivate(id),
      { type: 'subgroup', supergroup_ids: [above] },
      { type: 'user_group', group_id: above, settings: ['can_join_group'] },
      { type: 'channel', channel_id: channel, settings: ['can_send_message_group'] },
    )
  })

  test('is deactivated by an update too, once it is free', async () => {
    const id = await create('by update')
    const told = await watchGroups(bob.client, false)
    await update(id, { deactivated: true })
    await update(id, { deactivated: true })
    await refused(deactivate(id), 'User group is already deactivated.')
    expect(await told()).toMatchObject([{ type: 'user_group', op: 'remove', group_id: id }])
  })
})
