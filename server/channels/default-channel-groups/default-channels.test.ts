import { beforeAll, describe, expect, test } from 'vitest'
import { endpoints } from '../../../api/endpoints/index.ts'
import { explains } from '../../../test/events-explain-state.ts'
import { refused } from '../../../test/refusals.ts'
import { useServer } from '../../../test/use-server.ts'

describe('channels for new people', () => {
  const { server, ada, bob, gus } = useServer({ administrators: ['ada'], members: ['bob'], guests: ['gus'] })
  let ids: Record<'bees' | 'ants' | 'vault', number>

  beforeAll(async () => {
    const create = async (name: string, invite_only = false) =>
      (await ada.client.call(endpoints.createChannel, { name, subscribers: [ada.id], invite_only })).id
    ids = { bees: await create('bees'), ants: await create('ants'), vault: await create('vault', true) }
  })

  const watchers = () => ({ ada: ada.client, bob: bob.client, gus: gus.client })
  const add = (stream_id: number, by = ada) => by.client.call(endpoints.addDefaultStream, { stream_id })
  const remove = (stream_id: number, by = ada) => by.client.call(endpoints.removeDefaultStream, { stream_id })
  const create = (group_name: string, stream_names: string[], description = '', by = ada) =>
    by.client.call(endpoints.createDefaultStreamGroup, { group_name, description, stream_names })
  const groupId = (name: string) => server.realm.records.defaultChannelGroup.find('name', name)!.id
  const denied = { code: 'UNAUTHORIZED_PRINCIPAL' } as const
  const text = 'Must be an organization administrator'

  test('are added and removed by administrators', async () => {
    const told = await explains(watchers(), () => add(ids.bees))
    expect(told['bob']).toMatchObject([
      { type: 'default_streams', default_streams: expect.arrayContaining([ids.bees]) },
    ])
    expect(told['gus']).toEqual([])
    const { id: newcomer } = await server.person('Newcomer')
    expect(server.realm.memberships.isSubscribed(newcomer, ids.bees)).toBe(true)
    await refused(add(ids.ants, bob), text, denied)
    await refused(remove(ids.bees, bob), text, denied)
    await explains(watchers(), () => remove(ids.bees))
    expect(server.realm.channels.get(ids.bees)!.isDefault).toBe(false)
  })

  test('are public and exist', async () => {
    await refused(add(ids.vault), 'Private channels cannot be made default.')
    await refused(add(999_999), 'Invalid channel ID')
    await refused(remove(999_999), 'Invalid channel ID')
  })

  test('come in groups, which everybody but guests sees', async () => {
    const told = await explains(watchers(), () => create(' Insects ', ['bees', 'ANTS', 'bees'], 'Six legs'))
    const group = { name: 'Insects', description: 'Six legs', streams: [ids.bees, ids.ants] }
    expect(told['bob']).toMatchObject([{ type: 'default_stream_groups', default_stream_groups: [group] }])
    expect(told['gus']).toEqual([])
    await refused(create('Insects', []), "Default channel group 'Insects' already exists")
    await refused(create(' ', []), "Invalid default channel group name ''")
    await refused(create('x'.repeat(61), []), 'Default channel group name too long (limit: 60 characters)')
    await refused(create('others', ['none']), "Invalid channel name 'none'")
    await refused(create('others', ['vault']), 'Private channels cannot be made default.')
    await refused(create('others', [], 'x'.repeat(1025)), 'description is too long (limit: 1024 characters)')
    await refused(create('others', [], '', bob), text, denied)
  })

  test('come in groups that are renamed and described', async () => {
    const group_id = groupId('Insects')
    const update = (change: object, by = ada) =>
      by.client.call(endpoints.updateDefaultStreamGroup, { group_id, ...change })
    await explains(watchers(), () => update({ new_group_name: 'Bugs', new_description: 'Small' }))
    expect(server.realm.records.defaultChannelGroup.get(group_id)).toMatchObject({ name: 'Bugs', description: 'Small' })
    await refused(update({ new_group_name: 'Bugs' }), "This default channel group is already named 'Bugs'")
    await refused(update({}), 'You must pass "new_description" or "new_group_name".')
    await refused(update({ new_description: '' }, bob), text, denied)
    await refused(
      ada.client.call(endpoints.updateDefaultStreamGroup, { group_id: 999_999, new_description: '' }),
      "Default channel group with id '999999' does not exist.",
    )
  })

  test('come in groups whose channels change', async () => {
    const group_id = groupId('Bugs')
    const change = (op: string, stream_names: string[], by = ada) =>
      by.client.call(endpoints.updateDefaultStreamGroupStreams, { group_id, op, stream_names })
    await explains(watchers(), () => change('remove', ['bees']))
    await refused(change('remove', ['bees']), "Channel 'bees' is not present in default channel group 'Bugs'")
    await refused(change('remove', ['none']), "Invalid channel name 'none'")
    await refused(change('add', ['ants']), "Channel 'ants' is already present in default channel group 'Bugs'")
    await refused(change('turn', []), 'Invalid value for "op". Specify one of "add" or "remove".')
    await refused(change('add', ['bees'], bob), text, denied)
    await add(ids.bees)
    await refused(change('add', ['bees']), "'bees' is a default channel and cannot be added to 'Bugs'")
    await remove(ids.bees)
    await change('add', ['bees'])
    // A channel for everybody, or for few, leaves the group.
    await explains(watchers(), () => add(ids.bees))
    await explains(watchers(), () => ada.client.call(endpoints.updateStream, { stream_id: ids.ants, is_private: true }))
    expect(server.realm.records.defaultChannelGroup.get(group_id)!.channelIds).toEqual([])
  })

  test('come in groups that are removed', async () => {
    const group_id = groupId('Bugs')
    const drop = (by = ada) => by.client.call(endpoints.removeDefaultStreamGroup, { group_id })
    await refused(drop(bob), text, denied)
    const told = await explains(watchers(), () => drop())
    expect(told['bob']).toMatchObject([{ default_stream_groups: [] }])
    await refused(drop(), `Default channel group with id '${group_id}' does not exist.`)
  })
})
