import { once } from 'node:events'
import { get } from 'node:http'
import type { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { endpoints } from '../api/endpoints/index.ts'
import { type Client, createClient } from '../client/client.ts'
import { createRealm } from '../server/realm/create-realm.ts'
import type { RealmState } from '../server/realm-state/realm-state.ts'
import { startTestServer, type TestServer } from './harness.ts'
import { refused } from './refusals.ts'

/**
 * Two organizations on one server: the tests' own at `localhost`, and another at `127.0.0.1`. The data of one does not
 * exist for the other.
 */
describe('another organization', () => {
  let server: TestServer
  let here: string
  let olivia: Client
  let ann: { id: number; client: Client; apiKey: string; email: string }
  let neighbour: Client
  let there: RealmState
  let theirs: { userId: number; channelId: number; messageId: number; directId: number; queueId: string }

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
      channelId: there.channelByName('kitchen')!.id,
      messageId: (await neighbour.call(endpoints.sendMessage, sent)).id,
      directId: (await neighbour.call(endpoints.sendMessage, direct)).id,
      queueId: (await neighbour.call(endpoints.registerQueue, { fetch_event_types: [] })).queue_id!,
    }
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
    expect(await page(here, '/')).toContain(server.ctx.addressOf(server.realm))
    for (const path of ['/', '/api/v1/openapi.json']) {
      expect(await page(server.url, path)).toContain(server.ctx.addressOf(there))
      expect(await page(server.url, path)).not.toContain(`${server.ctx.config.url}/`)
    }
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

  test('has people who do not exist for us', async () => {
    const { members } = await ann.client.call(endpoints.getUsers, { user_ids: [theirs.userId, ann.id] })
    expect(members.map(({ user_id }) => user_id)).toEqual([ann.id])
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

  test('has queues that we cannot use', async () => {
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

  test('shares the counter of message ids: ids grow over the whole server', async () => {
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
