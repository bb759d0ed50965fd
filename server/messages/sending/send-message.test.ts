import { beforeAll, describe, expect, test } from 'vitest'
import { endpoints } from '../../../api/endpoints/index.ts'
import type { Event } from '../../../api/events/index.ts'
import type { Person } from '../../../test/harness.ts'
import { eventsOf } from '../../../test/queues/queue-requests.ts'
import { recordCoverage } from '../../../test/record-coverage.ts'
import { useServer } from '../../../test/use-server.ts'

describe('a sent message', () => {
  const { server } = useServer()
  let ann: Person
  let bob: Person
  let cho: Person
  let channelId: number

  beforeAll(async () => {
    ann = await server.person('Ann Lee')
    bob = await server.person('Bob')
    cho = await server.person('Cho')
    const subscriptions = [{ name: 'lunch (daily)' }]
    await ann.client.call(endpoints.subscribe, { subscriptions, principals: [ann.id, bob.id] })
    channelId = server.realm.channelByName('lunch (daily)')!.id
  })

  const toChannel = { type: 'channel', to: 'lunch (daily)', topic: 'soup.', content: 'Hello' } as const
  const userOf = ({ id }: Person) => server.realm.users.get(id)!
  const queueOf = (person: Person, more: object = {}) =>
    person.client.call(endpoints.registerQueue, { fetch_event_types: [], ...more })
  const messageOf = (event: Event | undefined) => (event?.type === 'message' ? event : undefined)

  test('has an address, and a link to paste', async () => {
    const sent = await ann.client.call(endpoints.sendMessage, toChannel)
    const place = `channel/${channelId}-lunch-.28daily.29/topic/soup.2E`
    expect(sent.message_url).toBe(`http://localhost:9991/#narrow/${place}/near/${sent.id}`)
    expect(sent.message_link).toBe(`#**lunch (daily)>soup.@${sent.id}**`)
    expect(sent.automatic_new_visibility_policy).toBe(3)
  })

  test('goes to the topic in the older parameter `subject`', async () => {
    const post = async (fields: Record<string, string>) => {
      const headers = { authorization: `Basic ${btoa(`${ann.email}:${ann.apiKey}`)}` }
      const body = new URLSearchParams({ type: 'stream', to: 'lunch (daily)', content: 'Hello', ...fields })
      return (await fetch(`${server.url}/api/v1/messages`, { method: 'POST', headers, body })).json()
    }
    const sent = (await post({ subject: 'stew' })) as { id: number }
    expect(sent).not.toHaveProperty('ignored_parameters_unsupported')
    const { message } = await ann.client.call(endpoints.getMessage, { message_id: sent.id })
    expect(message.subject).toBe('stew')
    const refused = (await post({ subject: 'stew', topic: 'stew' })) as { code: string }
    expect(refused.code).toBe('REQUEST_CONFUSING_VAR')
    recordCoverage({ operation: 'send-message', outcome: refused.code })
  })

  test('in the empty topic has an empty segment in its address', async () => {
    const { id, message_url: url } = await ann.client.call(endpoints.sendMessage, { ...toChannel, topic: '' })
    expect(url).toMatch(new RegExp(`/topic//near/${id}$`))
  })

  test('to people has its address as the link', async () => {
    const send = async (...ids: number[]) => {
      const args = { type: 'direct', to: JSON.stringify(ids), content: 'Hello' } as const
      return bob.client.call(endpoints.sendMessage, args)
    }
    const toOne = await send(ann.id)
    expect(toOne.message_url).toBe(`http://localhost:9991/#narrow/dm/${ann.id}-Ann-Lee/near/${toOne.id}`)
    expect(toOne.message_link).toBe(toOne.message_url)
    expect((await send(bob.id)).message_url).toContain(`#narrow/dm/${bob.id}-Bob/near/`)
    expect((await send(cho.id, ann.id)).message_url).toContain(
      `#narrow/dm/${[ann.id, bob.id, cho.id].join()}-group/near/`,
    )
  })

  test('has ids that grow and the time in whole seconds', async () => {
    const first = await ann.client.call(endpoints.sendMessage, toChannel)
    const second = await ann.client.call(endpoints.sendMessage, toChannel)
    expect(second.id).toBeGreaterThan(first.id)
    const { message } = await ann.client.call(endpoints.getMessage, { message_id: second.id })
    expect(Math.abs(message.timestamp - Date.now() / 1000)).toBeLessThan(30)
    expect(message).toMatchObject({
      sender_id: ann.id,
      sender_email: `user${ann.id}@localhost`,
      sender_full_name: 'Ann Lee',
      client: 'website',
      reactions: [],
      submessages: [],
      topic_links: [],
    })
  })

  describe('is delivered', () => {
    test('to subscribers, each with their own flags', async () => {
      const [anns, bobs] = [await queueOf(ann), await queueOf(bob, { apply_markdown: true })]
      const { id } = await ann.client.call(endpoints.sendMessage, { ...toChannel, content: 'a < b' })
      expect(await eventsOf(bob.client, bobs)).toMatchObject([
        { type: 'message', flags: [], message: { id, content: '<p>a &lt; b</p>', content_type: 'text/html' } },
      ])
      expect(await eventsOf(ann.client, anns)).toMatchObject([
        { type: 'message', flags: ['read'], message: { id, content: 'a < b', content_type: 'text/x-markdown' } },
      ])
    })

    test('to no others, not even to a sender who is not subscribed', async () => {
      const queues = [await queueOf(cho), await queueOf(bob)] as const
      const { id } = await cho.client.call(endpoints.sendMessage, toChannel)
      expect(await eventsOf(cho.client, queues[0])).toEqual([])
      expect(await eventsOf(bob.client, queues[1])).toMatchObject([{ message: { id, sender_id: cho.id } }])
      const { message } = await cho.client.call(endpoints.getMessage, { message_id: id })
      expect(message.flags).toEqual(['read', 'historical'])
    })

    test('to everyone in a conversation and to no one outside', async () => {
      const queues = await Promise.all([ann, bob, cho].map((person) => queueOf(person)))
      const args = { type: 'direct', to: `[${bob.id}]`, content: 'Psst' } as const
      const { id } = await ann.client.call(endpoints.sendMessage, args)
      expect(await eventsOf(ann.client, queues[0]!)).toMatchObject([
        { flags: ['read'], message: { id, type: 'private' } },
      ])
      expect(await eventsOf(bob.client, queues[1]!)).toMatchObject([{ flags: [], message: { id } }])
      expect(await eventsOf(cho.client, queues[2]!)).toEqual([])
    })

    test('with the local id only to the queue that sent it', async () => {
      const [here, there] = [await queueOf(ann), await queueOf(ann)]
      await ann.client.call(endpoints.sendMessage, { ...toChannel, queue_id: here.queue_id!, local_id: '7.01' })
      expect(messageOf((await eventsOf(ann.client, here))[0])?.local_message_id).toBe('7.01')
      expect(await eventsOf(ann.client, there)).toMatchObject([{ type: 'message' }])
      expect((await eventsOf(ann.client, there))[0]).not.toHaveProperty('local_message_id')
    })

    test('without a local id if no queue is named', async () => {
      const queue = await queueOf(ann)
      await ann.client.call(endpoints.sendMessage, { ...toChannel, local_id: '7.02' })
      expect((await eventsOf(ann.client, queue))[0]).not.toHaveProperty('local_message_id')
    })

    test('with the empty topic in the form that each client supports', async () => {
      const capabilities = { notification_settings_null: false, empty_topic_name: true }
      const [old, knowing] = [await queueOf(bob), await queueOf(bob, { client_capabilities: capabilities })]
      await ann.client.call(endpoints.sendMessage, { ...toChannel, topic: '' })
      expect(messageOf((await eventsOf(bob.client, old))[0])?.message.subject).toBe('general chat')
      expect(messageOf((await eventsOf(bob.client, knowing))[0])?.message.subject).toBe('')
    })
  })

  describe('is read by its sender', () => {
    const flagsFrom = async (userAgent: string, more: object = {}) => {
      const client = server.clientFor(userOf(ann), userAgent)
      const { id } = await client.call(endpoints.sendMessage, { ...toChannel, ...more })
      return (await ann.client.call(endpoints.getMessage, { message_id: id })).message.flags
    }

    test.each(['website', 'Parley/1.0', 'ServiceMobile/27.0 (iOS)', 'ServiceElectron/5', 'ios', 'Android/3', 'snipe'])(
      'when it comes from a client with a screen: %s',
      async (userAgent) => expect(await flagsFrom(userAgent)).toEqual(['read']),
    )

    test.each(['curl/8.0', 'ParleyPython/1.0', 'mobile-monitor/2', 'test'])('but not from %s', async (userAgent) =>
      expect(await flagsFrom(userAgent)).toEqual([]),
    )

    test('or according to the parameter', async () => {
      expect(await flagsFrom('curl/8.0', { read_by_sender: true })).toEqual(['read'])
      expect(await flagsFrom('website', { read_by_sender: false })).toEqual([])
    })
  })
})
