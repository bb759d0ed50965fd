import { once } from 'node:events'
import { get } from 'node:http'
import type { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { endpoints } from '../api/endpoints/index.ts'
import { type Client, createClient } from '../client/client.ts'
import { createRealm } from '../server/realm/create-realm.ts'
import type { RealmState } from '../server/realm-state/realm-state.ts'
import { groupCalls } from './groups.ts'
import { startTestServer, type TestServer } from './harness.ts'
import { picture } from './pictures.ts'
import { refused } from './refusals.ts'

/**
 * Two organizations on one server: the tests' own at `localhost`, its neighbour at `127.0.0.1`. What belongs to one does
 * not exist for the other.
 */
describe('another organization', () => {
  let server: TestServer
  let here: string
  let olivia: Client
  let ann: { id: number; client: Client; apiKey: string; email: string }
  let neighbour: Client
  let there: RealmState
  let theirs: {
    userId: number
    groupId: number
    channelId: number
    messageId: number
    directId: number
    queueId: string
  }

  const clientAt = (url: string, email: string, apiKey: string) =>
    createClient({ url, email, apiKey, userAgent: 'website', strict: true })

  beforeAll(async () => {
    server = await startTestServer()
    const person = await server.person('Ann')
    here = server.url.replace('127.0.0.1', 'localhost')
    const { email, apiKey } = server.owner.options
    olivia = clientAt(here, email!, apiKey!)
    ann = { ...person, client: clientAt(here, person.email, person.apiKey) }
    const owner = { fullName: 'Nora Neighbour', email: 'nora@example.net', password: 'correct horse battery staple' }
    const made = await createRealm(server.ctx, { name: 'Next door', host: '127.0.0.1', owner })
    there = (await server.ctx.realms.live(made.realmId)).state
    neighbour = clientAt(server.url, owner.email, made.apiKey)
    await neighbour.call(endpoints.subscribe, { subscriptions: [{ name: 'kitchen' }] })
    const sent = { type: 'channel', to: 'kitchen', topic: 'x', content: 'Hello' } as const
    const direct = { type: 'direct', to: `[${made.userId}]`, content: 'Hello' } as const
    theirs = {
      userId: made.userId,
      groupId: await groupCalls({ client: neighbour }).create('cooks', { members: [made.userId] }),
      channelId: there.channelByName('kitchen')!.id,
      messageId: (await neighbour.call(endpoints.sendMessage, sent)).id,
      directId: (await neighbour.call(endpoints.sendMessage, direct)).id,
      queueId: (await neighbour.call(endpoints.registerQueue, { fetch_event_types: [] })).queue_id!,
    }
  })
  afterAll(() => server.close())

  test('has its own host, and a host of nobody reaches none', async () => {
    const named = async (client: Client) => (await client.call(endpoints.getServerSettings, {})).realm_name
    expect(await named(olivia)).toBe('Test')
    expect(await named(neighbour)).toBe('Next door')
  })

  test('is found by a name that ends in a dot', async () => {
    const asked = get(`${server.url}/api/v1/server_settings`, { headers: { host: 'localhost.' } })
    const [answer] = (await once(asked, 'response')) as [Readable]
    expect(await text(answer)).toContain('"realm_name":"Test"')
  })

  test('has pages that name its own address', async () => {
    const page = async (url: string, path: string) => (await fetch(`${url}${path}`)).text()
    expect(await page(here, '/')).toContain(server.ctx.addressOf(server.realm))
    for (const path of ['/', '/api/v1/openapi.json']) {
      expect(await page(server.url, path)).toContain(server.ctx.addressOf(there))
      expect(await page(server.url, path)).not.toContain(`${server.ctx.config.url}/`)
    }
  })

  test('does not know our accounts', async () => {
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

  test('is known by its keys before anybody asked for it', async () => {
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

  const search = (operator: string, operand: string | number | number[]) =>
    ann.client.call(endpoints.getMessages, {
      anchor: 'newest',
      num_before: 10,
      num_after: 0,
      narrow: [{ operator, operand, negated: false }],
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

  test('has linkifiers that do not exist for us, and do nothing to our text', async () => {
    const fields = { pattern: '#(?P<id>[0-9]+)', url_template: 'https://trac.example.net/{id}' }
    const { id } = await neighbour.call(endpoints.addLinkifier, fields)
    await refused(olivia.call(endpoints.updateLinkifier, { filter_id: id, ...fields }), 'Linkifier not found.')
    await refused(olivia.call(endpoints.removeLinkifier, { filter_id: id }), 'Linkifier not found.')
    const reorder = olivia.call(endpoints.reorderLinkifiers, { ordered_linkifier_ids: [id] })
    await refused(reorder, 'The ordered list must enumerate all existing linkifiers exactly once')
    expect((await olivia.call(endpoints.getLinkifiers, {})).linkifiers).toEqual([])
    const rendered = async (client: Client) => (await client.call(endpoints.renderMessage, { content: '#1' })).rendered
    expect(await rendered(olivia)).toBe('<p>#1</p>')
    expect(await rendered(neighbour)).toContain('https://trac.example.net/1')
    // The same pattern is free to us.
    await olivia.call(endpoints.addLinkifier, fields)
  })

  test('has email domains and playgrounds that do not exist for us', async () => {
    await neighbour.call(endpoints.addRealmDomain, { domain: 'example.net', allow_subdomains: false })
    const theirDomain = { domain: 'example.net', allow_subdomains: true }
    await refused(olivia.call(endpoints.patchRealmDomain, theirDomain), 'No entry found for domain example.net.')
    const removal = olivia.call(endpoints.deleteRealmDomain, { domain: 'example.net' })
    await refused(removal, 'No entry found for domain example.net.')
    expect((await olivia.call(endpoints.getRealmDomains, {})).domains).toEqual([])
    const runner = { name: 'Runner', pygments_language: 'C', url_template: 'https://example.net/{code}' }
    const { id: playground_id } = await neighbour.call(endpoints.addCodePlayground, runner)
    await refused(olivia.call(endpoints.removeCodePlayground, { playground_id }), 'Invalid playground')
    const state = await olivia.call(endpoints.registerQueue, { fetch_event_types: ['realm_playgrounds'] })
    expect(state.realm_playgrounds).toEqual([])
  })

  test('has channels, groups and people that our settings cannot name', async () => {
    const set = (settings: object) => olivia.call(endpoints.updateRealm, settings as never)
    for (const name of ['signup_announcements_stream_id', 'moderation_request_channel_id'])
      await refused(set({ [name]: theirs.channelId }), 'Invalid channel ID')
    const permit = (value: unknown) => set({ can_create_groups: { new: value } })
    await refused(permit(there.groups.system('role:members').id), 'Invalid user group')
    await refused(
      permit({ direct_members: [theirs.userId], direct_subgroups: [] }),
      `Invalid user ID: ${theirs.userId}`,
    )
  })

  test('has settings of its own, and pictures that are not at our address', async () => {
    const queue = await olivia.call(endpoints.registerQueue, { event_types: ['realm'] })
    await neighbour.call(endpoints.updateRealm, { name: 'Over there', default_language: 'de' })
    await neighbour.call(endpoints.updateRealmUserSettingsDefaults, { enter_sends: true })
    const poll = { queue_id: queue.queue_id!, last_event_id: queue.last_event_id, dont_block: true }
    expect((await olivia.call(endpoints.getEvents, poll)).events).toEqual([])
    expect(server.realm.info).toMatchObject({ name: 'Test', settings: { default_language: 'en' }, accountDefaults: {} })
    const { icon_url } = await neighbour.call(endpoints.getRealmIcon, {})
    expect((await fetch(`${server.url}${icon_url}`)).status).toBe(200)
    expect((await fetch(`${here}${icon_url}`)).status).toBe(404)
  })

  test('has messages that do not exist for us', async () => {
    for (const message_id of [theirs.messageId, theirs.directId]) {
      for (const client of [ann.client, olivia]) {
        await refused(client.call(endpoints.getMessage, { message_id }), 'Invalid message(s)')
        const emoji_name = 'tada'
        await refused(client.call(endpoints.addReaction, { message_id, emoji_name }), 'Invalid message(s)')
        await refused(client.call(endpoints.removeReaction, { message_id, emoji_name }), 'Invalid message(s)')
        const flag = { messages: [message_id], op: 'add', flag: 'starred' }
        await refused(client.call(endpoints.updateMessageFlags, flag), 'Invalid message(s)')
      }
    }
    const message_ids = [theirs.messageId, theirs.directId]
    expect((await olivia.call(endpoints.getMessages, { message_ids })).messages).toEqual([])
    expect((await search('id', theirs.messageId)).messages).toEqual([])
    expect((await search('channels', 'public')).messages).toEqual([])
  })

  test('has custom emoji that do not exist for us', async () => {
    const bytes = await picture()
    const filename = { filename: 'a.png', type: 'image/png', bytes }
    await neighbour.call(endpoints.uploadCustomEmoji, { emoji_name: 'next_door', filename })
    const [emoji] = Object.values((await neighbour.call(endpoints.getCustomEmoji, {})).emoji)
    expect((await olivia.call(endpoints.getCustomEmoji, {})).emoji).toEqual({})
    const missing = { status: 404 }
    const remove = olivia.call(endpoints.deactivateCustomEmoji, { emoji_name: 'next_door' })
    await refused(remove, "Emoji 'next_door' does not exist", missing)
    const say = { type: 'channel', to: 'general', topic: 'x', content: ':next_door:' } as const
    const { id: message_id } = await olivia.call(endpoints.sendMessage, say)
    expect((await olivia.call(endpoints.getMessage, { message_id })).message.content).toBe('<p>:next_door:</p>')
    const reaction = { emoji_name: 'next_door', emoji_code: emoji!.id, reaction_type: 'realm_emoji' }
    await refused(olivia.call(endpoints.addReaction, { message_id, ...reaction }), 'Invalid custom emoji.')
    expect((await fetch(new URL(emoji!.source_url, here))).status).toBe(404)
    expect((await fetch(new URL(emoji!.source_url, server.url))).status).toBe(200)
  })

  test('has profile fields that do not exist for us', async () => {
    const fruit = { name: 'Fruit', field_type: 1 }
    const { id } = await neighbour.call(endpoints.createCustomProfileField, fruit)
    await neighbour.call(endpoints.updateProfileData, { data: [{ id, value: 'Pear' }] })
    expect((await olivia.call(endpoints.getCustomProfileFields, {})).custom_fields).toEqual([])
    const msg = `Field id ${id} not found.`
    await refused(olivia.call(endpoints.updateCustomProfileField, { field_id: id, name: 'x' }), msg)
    await refused(olivia.call(endpoints.deleteCustomProfileField, { field_id: id }), msg)
    await refused(ann.client.call(endpoints.updateProfileData, { data: [{ id, value: 'Pear' }] }), msg)
    await refused(ann.client.call(endpoints.removeProfileData, { data: [id] }), msg)
    // The name is free here, and their people are nobody.
    const users = { ...fruit, field_type: 6 }
    const { id: ours } = await olivia.call(endpoints.createCustomProfileField, users)
    await olivia.call(endpoints.reorderCustomProfileFields, { order: [id, ours] })
    expect((await neighbour.call(endpoints.getCustomProfileFields, {})).custom_fields).toMatchObject([{ id, order: 1 }])
    const data = [{ id: ours, value: [theirs.userId] }]
    await refused(ann.client.call(endpoints.updateProfileData, { data }), `Invalid user ID: ${theirs.userId}`)
    await olivia.call(endpoints.deleteCustomProfileField, { field_id: ours })
    expect((await neighbour.call(endpoints.getOwnUser, {})).profile_data).toHaveProperty(`${id}`)
  })

  test('has an audit log that is not ours', async () => {
    await neighbour.call(endpoints.createUserGroup, { name: 'theirs', description: '', members: [] })
    const { entries } = await neighbour.call(endpoints.getAuditLog, {})
    expect(entries[0]).toMatchObject({ action: 'group created', actor_id: theirs.userId })
    expect((await olivia.call(endpoints.getAuditLog, { actor_id: theirs.userId })).entries).toEqual([])
    const ours = (await olivia.call(endpoints.getAuditLog, {})).entries.map(({ id }) => id)
    expect(entries.filter(({ id }) => ours.includes(id))).toEqual([])
  })

  test('has queues that are not ours', async () => {
    const { queueId } = theirs
    const refusal = { code: 'BAD_EVENT_QUEUE_ID', data: { queue_id: queueId } } as const
    const msg = `Bad event queue ID: ${queueId}`
    await refused(ann.client.call(endpoints.getEvents, { queue_id: queueId, dont_block: true }), msg, refusal)
    await refused(ann.client.call(endpoints.deleteQueue, { queue_id: queueId }), msg, refusal)
    await neighbour.call(endpoints.getEvents, { queue_id: queueId, dont_block: true })
  })

  test('has events that do not reach us', async () => {
    const queue = await olivia.call(endpoints.registerQueue, { fetch_event_types: [], all_public_streams: true })
    await neighbour.call(endpoints.subscribe, { subscriptions: [{ name: 'cellar' }] })
    await neighbour.call(endpoints.sendMessage, { type: 'channel', to: 'cellar', topic: 'x', content: 'Hello' })
    const poll = { queue_id: queue.queue_id!, last_event_id: queue.last_event_id, dont_block: true }
    expect((await olivia.call(endpoints.getEvents, poll)).events).toEqual([])
  })

  test('has alert words that do not alert us', async () => {
    await neighbour.call(endpoints.addAlertWords, { alert_words: ['harbour'] })
    expect((await olivia.call(endpoints.getAlertWords, {})).alert_words).toEqual([])
    const say = async (client: Client) => {
      const sent = { type: 'channel', to: 'general', topic: 'x', content: 'harbour' } as const
      const { id } = await client.call(endpoints.sendMessage, sent)
      return (await client.call(endpoints.getMessage, { message_id: id })).message.flags
    }
    expect(await say(olivia)).toEqual(['read'])
    expect(await say(neighbour)).toEqual(['read', 'has_alert_word'])
  })

  test('counts its messages with ours: ids grow over the whole server', async () => {
    const say = (client: Client, to: string) =>
      client.call(endpoints.sendMessage, { type: 'channel', to, topic: 'x', content: 'Hello' })
    const ids: number[] = []
    for (let n = 0; n < 3; n += 1) {
      ids.push((await say(olivia, 'general')).id)
      ids.push((await say(neighbour, 'general')).id)
    }
    expect(ids).toEqual(ids.toSorted((a, b) => a - b))
  })
})
