import { describe, expect, test } from 'vitest'
import { endpoints } from '../../../api/endpoints/index.ts'
import { createClient } from '../../../client/client.ts'
import { messagesIn } from '../../../test/channel-messages.ts'
import { explains } from '../../../test/events-explain-state.ts'
import { changeRealm } from '../../../test/people.ts'
import { refused } from '../../../test/refusals.ts'
import { useServer } from '../../../test/use-server.ts'

describe('channel folders', () => {
  const { server, ada, bob, gus } = useServer({ administrators: ['ada'], members: ['bob'], guests: ['gus'] })

  const create = async (name: string, description = '', by = ada) =>
    (await by.client.call(endpoints.createChannelFolder, { name, description })).channel_folder_id
  const update = (id: number, change: object, by = ada) =>
    by.client.call(endpoints.updateChannelFolder, { channel_folder_id: id, ...change })
  const reorder = (order: number[], by = ada) => by.client.call(endpoints.reorderChannelFolders, { order })
  const list = async (by = bob, args = {}) => (await by.client.call(endpoints.getChannelFolders, args)).channel_folders
  const watchers = () => ({ ada: ada.client, bob: bob.client, gus: gus.client })

  test('are created with a description in Markdown, and everybody learns of it', async () => {
    let id = 0
    const told = await explains(watchers(), async () => {
      id = await create(' Work ', 'What **we** do')
    })
    expect(told['bob']).toMatchObject([{ type: 'channel_folder', op: 'add', channel_folder: { id, name: 'Work' } }])
    expect(await list()).toMatchObject([
      {
        id,
        name: 'Work',
        order: 0,
        creator_id: ada.id,
        description: 'What **we** do',
        rendered_description: '<p>What <strong>we</strong> do</p>',
        is_archived: false,
      },
    ])
    const audited = await server.database.db
      .selectFrom('audit_log')
      .selectAll()
      .where('target_kind', '=', 'channel_folder')
      .where('target_id', '=', id)
      .execute()
    expect(audited).toMatchObject([{ action: 'channel folder created', actor_id: ada.id }])
  })

  test('are refused without a good name or a description', async () => {
    await refused(create('  '), "Channel folder name can't be empty.")
    await refused(create('x'.repeat(61)), 'name is too long (limit: 60 characters)')
    await refused(create('a\u0007b'), 'Invalid character in channel folder name, at position 2.')
    await refused(create('WORK'), 'Channel folder name already in use')
    await refused(create('other', 'x'.repeat(1025)), 'description is too long (limit: 1024 characters)')
    const { url, email, apiKey } = ada.client.options
    const answer = await fetch(`${url}/api/v1/channel_folders/create`, {
      method: 'POST',
      headers: { authorization: `Basic ${btoa(`${email}:${apiKey}`)}` },
      body: new URLSearchParams({ name: 'no description' }),
    })
    expect(await answer.json()).toMatchObject({ code: 'REQUEST_VARIABLE_MISSING', var_name: 'description' })
  })

  test('are changed only by administrators', async () => {
    const [work] = await list()
    const text = 'Must be an organization administrator'
    const code = { code: 'UNAUTHORIZED_PRINCIPAL' } as const
    await refused(create('mine', '', bob), text, code)
    await refused(update(work!.id, { name: 'mine' }, bob), text, code)
    await refused(reorder([work!.id], bob), text, code)
    expect(await list(gus)).toEqual(await list(ada))
  })

  test('are renamed and described, with one event for what changed', async () => {
    const [work] = await list()
    const told = await explains(watchers(), () => update(work!.id, { name: 'Jobs', description: '*Jobs*' }))
    const data = { name: 'Jobs', description: '*Jobs*', rendered_description: '<p><em>Jobs</em></p>' }
    expect(told['gus']).toMatchObject([{ type: 'channel_folder', op: 'update', channel_folder_id: work!.id, data }])
    const silent = await explains(watchers(), () => update(work!.id, { name: 'Jobs' }))
    expect(silent['gus']).toEqual([])
    await update(work!.id, { name: 'JOBS' })
    await refused(update(work!.id, { name: '' }), "Channel folder name can't be empty.")
    await refused(update(0, { name: 'x' }), 'Invalid channel folder ID')
  })

  test('have an order that names all of them', async () => {
    const [first] = await list()
    const second = await create('Second')
    const third = await create('Third')
    await refused(reorder([third, second]), 'Invalid order mapping')
    const told = await explains(watchers(), () => reorder([third, 999_999, first!.id, third, second]))
    expect(told['bob']).toMatchObject([{ op: 'reorder', order: [third, first!.id, second] }])
    expect((await list()).map(({ id, order }) => [id, order])).toEqual([
      [third, 0],
      [first!.id, 1],
      [second, 2],
    ])
  })

  test('are archived when they are empty, and free their name', async () => {
    const id = await create('Old')
    const { id: channelId } = await bob.client.call(endpoints.createChannel, {
      name: 'in a folder',
      subscribers: [bob.id],
      folder_id: id,
    })
    const text = 'You need to remove all the channels from this folder to archive it.'
    await refused(update(id, { is_archived: true }), text)
    expect(server.realm.channels.get(channelId)!.folderId).toBe(id)
    const empty = await create('Empty')
    const told = await explains(watchers(), () => update(empty, { is_archived: true }))
    expect(told['bob']).toMatchObject([{ op: 'update', data: { is_archived: true } }])
    expect((await list()).map((folder) => folder.id)).not.toContain(empty)
    expect((await list(bob, { include_archived: true })).map((folder) => folder.id)).toContain(empty)
    const again = await create('Empty')
    await refused(update(empty, { is_archived: false }), 'Channel folder name already in use')
    await update(empty, { is_archived: false, name: 'Empty again' })
    expect((await list()).map((folder) => folder.id)).toContain(again)
  })

  test('take no channels while archived', async () => {
    const id = await create('Closed')
    await update(id, { is_archived: true })
    const make = (folder_id: number) =>
      bob.client.call(endpoints.createChannel, { name: `in ${folder_id}`, subscribers: [], folder_id })
    await refused(make(id), 'Invalid channel folder ID')
    await refused(make(0), 'Invalid channel folder ID')
    const subscriptions = [{ name: 'also not there' }]
    await refused(bob.client.call(endpoints.subscribe, { subscriptions, folder_id: 0 }), 'Invalid channel folder ID')
  })

  test('are named in a line of the notification bot when a channel moves, if the organization wants such lines', async () => {
    const [garden, cellar] = [await create('Garden'), await create('Cellar')]
    const { id } = await bob.client.call(endpoints.createChannel, { name: 'tools', subscribers: [bob.id] })
    const move = (folder_id: number | null, by = bob) =>
      by.client.call(endpoints.updateStream, { stream_id: id, folder_id })
    await move(garden)
    expect(await messagesIn(bob.client, id)).toEqual([])
    await changeRealm(server, { send_channel_events_messages: true })
    await move(cellar)
    // Nothing changes, so there is no event.
    await move(cellar)
    await move(null, ada)
    expect(await messagesIn(bob.client, id)).toEqual([
      ['channel events', `@_**Bob|${bob.id}** moved this channel into the folder **Cellar**.`],
      ['channel events', `@_**Ada|${ada.id}** moved this channel out of its folder.`],
    ])
    const cam = await server.person('Cam')
    await refused(move(garden, cam), 'You do not have permission to administer this channel.')
    await changeRealm(server, { send_channel_events_messages: false })
  })

  test('are not shown to visitors without a web-public channel', async () => {
    const visitor = createClient({ url: server.url, userAgent: 'website', strict: true })
    await expect(visitor.call(endpoints.getChannelFolders, {})).rejects.toMatchObject({ code: 'UNAUTHORIZED' })
  })
})
