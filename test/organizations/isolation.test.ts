import { once } from 'node:events'
import { get } from 'node:http'
import type { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { endpoints } from '../../api/endpoints/index.ts'
import type { Client } from '../../client/client.ts'
import { createRealm } from '../../server/operations/founding/create-realm.ts'
import { groupCalls } from '../groups.ts'
import { startTestServer } from '../harness.ts'
import { picture } from '../pictures.ts'
import { refused } from '../refusals.ts'
import { clientAt, type Neighbours, startNeighbours } from './neighbours.ts'

/** The data of one organization does not exist for another. */
describe('another organization', () => {
  let server: Neighbours['server']
  let here: Neighbours['here']
  let olivia: Neighbours['olivia']
  let ann: Neighbours['ann']
  let neighbour: Neighbours['neighbour']
  let there: Neighbours['there']
  let theirs: Neighbours['theirs']
  let search: Neighbours['search']
  beforeAll(async () => {
    ;({ server, here, olivia, ann, neighbour, there, theirs, search } = await startNeighbours())
  })
  afterAll(() => server.close())

  test('has its own host, and an unknown host reaches none', async () => {
    const named = async (client: Client) => (await client.call(endpoints.getServerSettings, {})).realm_name
    expect(await named(olivia)).toBe('Test')
    expect(await named(neighbour)).toBe('Next door')
  })

  test('is found by a host name that ends in a dot', async () => {
    const asked = get(`${server.url}/api/v1/server_settings`, { headers: { host: 'localhost.' } })
    const [answer] = (await once(asked, 'response')) as [Readable]
    expect(await text(answer)).toContain('"realm_name":"Test"')
  })

  test('has pages that show its own address', async () => {
    const page = async (url: string, path: string) => (await fetch(`${url}${path}`)).text()
    const path = '/api/v1/openapi.json'
    expect(await page(here, path)).toContain(server.ctx.addressOf(server.realm))
    expect(await page(server.url, path)).toContain(server.ctx.addressOf(there))
    expect(await page(server.url, path)).not.toContain(`${server.ctx.config.url}/`)
    expect(JSON.parse(await page(server.url, '/manifest.webmanifest'))).toMatchObject({ name: there.name })
  })

  test('does not have our accounts', async () => {
    const lost = clientAt(server.url, ann.email, ann.apiKey)
    await refused(lost.call(endpoints.getOwnUser, {}), 'Account is not associated with this subdomain', {
      code: 'UNAUTHORIZED',
      status: 401,
    })
    const args = { username: ann.email, password: 'correct horse battery staple' }
    await refused(neighbour.call(endpoints.fetchApiKey, args), 'Your username or password is incorrect', {
      code: 'AUTHENTICATION_FAILED',
    })
    expect((await olivia.call(endpoints.fetchApiKey, args)).user_id).toBe(ann.id)
  })

  test('is not named to somebody whose address does not belong to the key', async () => {
    const elsewhere = { code: 'UNAUTHORIZED', status: 401 } as const
    const own = await ann.client.call(endpoints.getOwnUser, {})
    for (const email of [ann.email.toUpperCase(), own.email]) {
      const lost = clientAt(server.url, email, ann.apiKey)
      await refused(lost.call(endpoints.getOwnUser, {}), 'Account is not associated with this subdomain', elsewhere)
    }
    const borrowed = clientAt(server.url, 'nobody@example.org', ann.apiKey)
    await refused(borrowed.call(endpoints.getOwnUser, {}), 'Invalid API key', elsewhere)
  })

  test('is recognised by its keys before it is loaded', async () => {
    const owner = { fullName: 'Quinn Quiet', email: 'quinn@example.net', password: 'correct horse battery staple' }
    const { apiKey, realmId } = await createRealm(server.ctx, { name: 'Quiet', host: 'quiet.localhost', owner })
    const other = await startTestServer({ beside: server })
    expect(other.ctx.realms.known(realmId)).toBeUndefined()
    const ask = (key: string) => clientAt(other.url, owner.email, key).call(endpoints.getOwnUser, {})
    await refused(ask(apiKey), 'Account is not associated with this subdomain', { code: 'UNAUTHORIZED', status: 401 })
    await refused(ask('x'.repeat(32)), 'Invalid API key', { code: 'UNAUTHORIZED' })
    await other.close()
  })

  test('may have an account with the same email', async () => {
    const args = { email: ann.email, password: 'correct horse battery staple', full_name: 'Ann Next Door' }
    expect((await neighbour.call(endpoints.createUser, args)).user_id).not.toBe(ann.id)
    await ann.client.call(endpoints.getOwnUser, {})
  })

  test('has subscriptions, topics and drafts that do not exist for us', async () => {
    const [stream_id, INVALID] = [theirs.channelId, 'Invalid channel ID']
    const draft = { type: 'stream' as const, to: [stream_id], topic: 'x', content: 'Hello' }
    const muting = { property: 'is_muted', value: true } as const
    await refused(ann.client.call(endpoints.getStreamTopics, { stream_id }), INVALID)
    for (const visibility_policy of [0, 3] as const)
      await refused(ann.client.call(endpoints.updateUserTopic, { stream_id, topic: 'x', visibility_policy }), INVALID)
    await refused(ann.client.call(endpoints.updateSubscriptionProperty, { stream_id, ...muting }), INVALID)
    await refused(ann.client.call(endpoints.createDrafts, { drafts: [draft] }), INVALID)
    const leaving = { subscriptions: ['kitchen'] }
    await refused(ann.client.call(endpoints.unsubscribe, leaving), 'Channel(s) (kitchen) do not exist')
    const staying = { subscriptions: ['general'], principals: [theirs.userId] }
    await refused(olivia.call(endpoints.unsubscribe, staying), 'No such user')
    await refused(ann.client.call(endpoints.getUserChannels, { user_id: theirs.userId }), 'No such user')
    const status = { user_id: ann.id, stream_id }
    await refused(ann.client.call(endpoints.getSubscriptionStatus, status), INVALID)
    const { ids } = await neighbour.call(endpoints.createDrafts, { drafts: [draft] })
    await refused(ann.client.call(endpoints.deleteDraft, { draft_id: ids[0]! }), 'Draft does not exist')
    const { saved_snippet_id } = await neighbour.call(endpoints.createSavedSnippet, { title: 'x', content: 'y' })
    await refused(ann.client.call(endpoints.deleteSavedSnippet, { saved_snippet_id }), 'Saved snippet does not exist.')
  })

  test('has people who do not exist for us', async () => {
    const { members } = await ann.client.call(endpoints.getUsers, { user_ids: [theirs.userId, ann.id] })
    expect(members.map(({ user_id }) => user_id)).toEqual([ann.id])
    const them = { user_id: theirs.userId }
    await refused(olivia.call(endpoints.getUser, them), 'No such user')
    await refused(olivia.call(endpoints.getUserByEmail, { email: 'nora@example.net' }), 'No such user')
    await refused(olivia.call(endpoints.updateUser, { ...them, full_name: 'Ours' }), 'No such user')
    await refused(olivia.call(endpoints.deactivateUser, them), 'No such user')
    await refused(olivia.call(endpoints.reactivateUser, them), 'No such user')
    const byEmail = { email: 'nora@example.net', full_name: 'Ours' }
    await refused(olivia.call(endpoints.updateUserByEmail, byEmail), 'No such user')
    const send = (to: string) => ann.client.call(endpoints.sendMessage, { type: 'direct', to, content: 'Hello' })
    await refused(send(`[${theirs.userId}]`), `Invalid user ID ${theirs.userId}`)
    await refused(send('nora@example.net'), "Invalid email 'nora@example.net'")
    const subscriptions = [{ name: 'general' }]
    const add = (principals: number[] | string[]) => ann.client.call(endpoints.subscribe, { subscriptions, principals })
    await refused(add([theirs.userId]), 'No such user')
    await refused(add(['nora@example.net']), 'No such user')
    const desc = `unknown user ${theirs.userId}`
    await refused(search('sender', theirs.userId), `Invalid narrow operator: ${desc}`, { code: 'BAD_NARROW' })
    await expect(search('dm', [theirs.userId])).rejects.toMatchObject({ code: 'BAD_NARROW' })
  })

  test('has scheduled messages and reminders that do not exist for us', async () => {
    const time = { scheduled_delivery_timestamp: 4_102_444_800 }
    const message = { type: 'channel', to: theirs.channelId, topic: 'x', content: 'Hello', ...time } as const
    const { scheduled_message_id } = await neighbour.call(endpoints.createScheduledMessage, message)
    const { reminder_id } = await neighbour.call(endpoints.createMessageReminder, {
      message_id: theirs.messageId,
      ...time,
    })
    const missing = { status: 404 }
    for (const client of [ann.client, olivia]) {
      const remove = client.call(endpoints.deleteScheduledMessage, { scheduled_message_id })
      await refused(remove, 'Scheduled message does not exist', missing)
      const edit = client.call(endpoints.updateScheduledMessage, { scheduled_message_id, content: 'x' })
      await refused(edit, 'Scheduled message does not exist', missing)
      await refused(client.call(endpoints.deleteReminder, { reminder_id }), 'Reminder does not exist', missing)
      const remind = client.call(endpoints.createMessageReminder, { message_id: theirs.messageId, ...time })
      await refused(remind, 'Invalid message(s)')
      await refused(
        client.call(endpoints.createScheduledMessage, message),
        `Channel with ID '${theirs.channelId}' does not exist`,
        { code: 'STREAM_DOES_NOT_EXIST' },
      )
    }
  })

  test('has files that do not exist for us', async () => {
    const filename = { filename: 'cat.png', type: 'image/png', bytes: await picture() }
    const { url } = await neighbour.call(endpoints.uploadFile, { filename })
    await neighbour.call(endpoints.sendMessage, {
      type: 'channel',
      to: 'kitchen',
      topic: 'x',
      content: `[cat](${url})`,
    })
    const [, , realm, ...rest] = url.split('/')
    const path = { realm_id_str: Number(realm), filename: rest.join('/') }
    const missing = { status: 404 }
    const authorization = `Basic ${btoa(`${ann.email}:${ann.apiKey}`)}`
    await refused(ann.client.call(endpoints.getFileTemporaryUrl, path), 'File not found', missing)
    await refused(ann.client.call(endpoints.checkThumbnailStatus, path), 'File not found', missing)
    for (const prefix of ['', 'download/'])
      for (const owner of [realm, server.realm.id]) {
        const address = `${here}/user_uploads/${prefix}${owner}/${path.filename}`
        expect((await fetch(address, { headers: { authorization } })).status).toBe(404)
      }
    const { attachments } = await neighbour.call(endpoints.getAttachments, {})
    const remove = ann.client.call(endpoints.removeAttachment, { attachment_id: attachments[0]!.id })
    await refused(remove, 'Invalid attachment')
    const { url: temporary } = await neighbour.call(endpoints.getFileTemporaryUrl, path)
    expect((await fetch(here + temporary)).status).toBe(404)
    expect((await fetch(server.url + temporary)).status).toBe(200)
    await ann.client.call(endpoints.sendMessage, { type: 'direct', to: `[${ann.id}]`, content: `[cat](${url})` })
    expect((await neighbour.call(endpoints.getAttachments, {})).attachments[0]!.message_ids).toHaveLength(1)
    expect((await ann.client.call(endpoints.getAttachments, {})).upload_space_used).toBe(0)
  })

  test('has unfinished uploads that do not exist for us', async () => {
    const tus = { 'Tus-Resumable': '1.0.0' }
    const { email, apiKey } = neighbour.options
    const theirKey = `Basic ${btoa(`${email}:${apiKey}`)}`
    const ask = (url: string, method: string, authorization: string, more: Record<string, string> = {}) =>
      fetch(url, { method, headers: { ...tus, authorization, ...more } })
    const created = await ask(`${server.url}/api/v1/tus`, 'POST', theirKey, { 'Upload-Length': '6' })
    const { pathname } = new URL(created.headers.get('location')!)
    const ours = `Basic ${btoa(`${ann.email}:${ann.apiKey}`)}`
    for (const method of ['HEAD', 'DELETE']) expect((await ask(here + pathname, method, ours)).status).toBe(404)
    expect((await ask(server.url + pathname, 'HEAD', theirKey)).headers.get('upload-offset')).toBe('0')
  })

  test('has channels that do not exist for us', async () => {
    const send = (to: string) =>
      ann.client.call(endpoints.sendMessage, { type: 'channel', to, topic: 'x', content: 'Hello' })
    const code = 'STREAM_DOES_NOT_EXIST'
    await refused(send(String(theirs.channelId)), `Channel with ID '${theirs.channelId}' does not exist`, { code })
    await refused(send('kitchen'), "Channel 'kitchen' does not exist", { code })
    await refused(search('channel', theirs.channelId), `Invalid narrow operator: unknown channel ${theirs.channelId}`, {
      code: 'BAD_NARROW',
    })
    const { streams } = await olivia.call(endpoints.getStreams, { include_all: true })
    expect(streams.map(({ name }) => name)).toEqual(['general'])
    const { subscribed } = await ann.client.call(endpoints.subscribe, { subscriptions: [{ name: 'kitchen' }] })
    expect(subscribed).toEqual({ [ann.id]: ['kitchen'] })
  })

  test('has groups that do not exist for us', async () => {
    const can_send_message_group = there.groups.system('role:members').id
    const call = ann.client.call(endpoints.subscribe, { subscriptions: [{ name: 'odd' }], can_send_message_group })
    await refused(call, 'Invalid user group')
    const stranger = { direct_members: [theirs.userId], direct_subgroups: [] }
    const other = ann.client.call(endpoints.subscribe, {
      subscriptions: [{ name: 'odd' }],
      can_send_message_group: stranger,
    })
    await refused(other, `Invalid user ID: ${theirs.userId}`)
  })

  test('has groups that we cannot read, change or use', async () => {
    const { groupId, userId } = theirs
    const { list, create, update, deactivate, members, subgroups, membersOf, subgroupsOf, isMember } = groupCalls({
      client: olivia,
    })
    expect((await list(true)).map((group) => group.id)).not.toContain(groupId)
    await refused(update(groupId, { name: 'ours' }), 'Invalid user group')
    await refused(deactivate(groupId), 'Invalid user group')
    await refused(members(groupId, { add: [ann.id] }), 'Invalid user group')
    await refused(subgroups(groupId, { delete: [groupId] }), 'Invalid user group')
    await refused(membersOf(groupId), 'Invalid user group')
    await refused(subgroupsOf(groupId), 'Invalid user group')
    await refused(isMember(groupId, ann.id), 'Invalid user group')
    const id = await create('ours')
    await refused(create('more', { subgroups: [groupId] }), `Invalid user group ID: ${groupId}`)
    await refused(create('more', { members: [userId] }), `Invalid user ID: ${userId}`)
    await refused(members(id, { add: [userId] }), `Invalid user ID: ${userId}`)
    await refused(members(id, { delete: [userId] }), `Invalid user ID: ${userId}`)
    await refused(members(id, { add_subgroups: [groupId] }), `Invalid user group ID: ${groupId}`)
    await refused(subgroups(id, { add: [groupId] }), `Invalid user group ID: ${groupId}`)
    await refused(subgroups(id, { delete: [groupId] }), `Invalid user group ID: ${groupId}`)
    await refused(update(id, { can_join_group: { new: groupId } }), 'Invalid user group')
    await refused(isMember(id, userId), 'No such user')
    // A name is taken only within an organization.
    await create('cooks')
  })
})
