import { beforeAll, describe, expect, test } from 'vitest'
import { endpoints } from '../../../api/endpoints/index.ts'
import type { Person } from '../../../test/harness.ts'
import { useServer } from '../../../test/use-server.ts'
import { unsubscribeUsers } from '../../channels/unsubscribe-users.ts'

describe('a link', () => {
  const { server, ann, bob, gus } = useServer({ members: ['ann', 'bob'], guests: ['gus'] })

  beforeAll(async () => {
    const create = (name: string, more: object = {}) =>
      ann.client.call(endpoints.subscribe, { subscriptions: [{ name }], ...more })
    await create('lunch')
    await create('secret', { invite_only: true })
    await create('shared secret', { invite_only: true, history_public_to_subscribers: true })
  })

  const send = async (to: string, topic: string, content = 'Hello', by = ann) =>
    (await by.client.call(endpoints.sendMessage, { type: 'channel', to, topic, content })).id
  const rendered = async (content: string, by = ann) =>
    (await by.client.call(endpoints.renderMessage, { content })).rendered
  const subscribe = (name: string, ...people: Person[]) =>
    ann.client.call(endpoints.subscribe, { subscriptions: [{ name }], principals: people.map(({ id }) => id) })
  /** The target of the only link in a text. */
  const hrefOf = async (content: string, by = ann) => /href="([^"]*)"/.exec(await rendered(content, by))?.[1]
  const topicOf = (name: string, topic: string) =>
    `/#narrow/channel/${server.channelId(name)}-${name.replace(' ', '-')}/topic/${topic}`

  describe('to a topic', () => {
    test('leads to its newest message, whatever the case', async () => {
      await send('lunch', 'Hot soup')
      const newest = await send('lunch', 'hot soup')
      await send('lunch', 'salad')
      const href = `${topicOf('lunch', 'hot.20soup')}/with/${newest}`
      expect(await rendered('#**lunch>hot soup**')).toBe(
        `<p><a class="stream-topic" data-stream-id="${server.channelId('lunch')}" href="${href}">#lunch &gt; hot soup</a></p>`,
      )
      expect(await hrefOf('#**Lunch>HOT soup**')).toBe(`${topicOf('lunch', 'HOT.20soup')}/with/${newest}`)
      expect(await hrefOf('#**lunch>hot soup**', bob)).toBe(href)
    })

    test('without messages leads to no message', async () => {
      expect(await hrefOf('#**lunch>stew**')).toBe(topicOf('lunch', 'stew'))
    })

    test('with the empty name', async () => {
      const newest = await send('lunch', '')
      const html = await rendered('#**lunch>**')
      expect(html).toContain(`href="/#narrow/channel/${server.channelId('lunch')}-lunch/topic/with/${newest}"`)
      expect(html).toContain('#lunch &gt; <em>general chat</em></a>')
    })

    test('several at once, each to its own target', async () => {
      const [soup, salad] = [await send('lunch', 'hot soup'), await send('lunch', 'salad')]
      const html = await rendered('#**lunch>salad** #**lunch>hot soup** #**lunch>stew**')
      expect(Array.from(html.matchAll(/with\/(\d+)/g), ([, id]) => Number(id))).toEqual([salad, soup])
    })

    test('in a sent message leads to the newest message before it', async () => {
      const newest = await send('lunch', 'salad')
      const id = await send('lunch', 'salad', '#**lunch>salad**')
      const { message } = await ann.client.call(endpoints.getMessage, { message_id: id })
      expect(message.content).toContain(`/with/${newest}"`)
    })

    test('with protected history leads to the newest message that its author received', async () => {
      const before = await send('secret', 'plans')
      await subscribe('secret', bob)
      expect(await hrefOf('#**secret>plans**', bob)).toBe(topicOf('secret', 'plans'))
      expect(await hrefOf('#**secret>plans**')).toBe(`${topicOf('secret', 'plans')}/with/${before}`)
      const after = await send('secret', 'plans')
      expect(await hrefOf('#**secret>plans**', bob)).toBe(`${topicOf('secret', 'plans')}/with/${after}`)
    })

    test('with shared history leads to the newest message of all', async () => {
      const newest = await send('shared secret', 'plans')
      await subscribe('shared secret', bob)
      expect(await hrefOf('#**shared secret>plans**', bob)).toBe(`${topicOf('shared secret', 'plans')}/with/${newest}`)
    })

    test('of a channel that is visible but not readable leads to no message', async () => {
      const owner = { ...ann, client: server.owner }
      expect(await hrefOf('#**secret>plans**', owner)).toBe(topicOf('secret', 'plans'))
    })
  })

  test('to a message', async () => {
    const id = await send('lunch', 'salad')
    expect(await rendered(`#**lunch>salad@${id}**`)).toBe(
      `<p><a class="message-link" href="${topicOf('lunch', 'salad')}/near/${id}">#lunch &gt; salad @ 💬</a></p>`,
    )
  })

  test('to a channel that is hidden from the author is plain text', async () => {
    const id = server.channelId('secret')
    await server.ctx.transact(server.realm.id, (tx) =>
      unsubscribeUsers(tx, server.realm.channels.get(id)!, [server.realm.users.get(bob.id)!]),
    )
    for (const source of ['#**secret**', '#**secret>plans**', '#**secret>plans@1**', '#**no such channel**']) {
      expect(await rendered(source, bob)).toBe(`<p>${source.replace('>', '&gt;')}</p>`)
    }
    expect(await rendered('#**lunch**', gus)).toBe('<p>#**lunch**</p>')
    expect(await hrefOf('#**lunch**', bob)).toBe(`/#narrow/channel/${server.channelId('lunch')}-lunch`)
  })

  describe('in a topic’s name', () => {
    const links = [
      { text: 'https://example.com/a', url: 'https://example.com/a' },
      { text: 'example.org', url: 'https://example.org' },
    ]
    const topic = 'see https://example.com/a or example.org'

    test('is in the event and in the message', async () => {
      const queue = await ann.client.call(endpoints.registerQueue, { event_types: ['message'], fetch_event_types: [] })
      const id = await send('lunch', topic)
      const poll = { queue_id: queue.queue_id!, last_event_id: queue.last_event_id, dont_block: true }
      const { events } = await ann.client.call(endpoints.getEvents, poll)
      expect(events).toMatchObject([{ type: 'message', message: { id, topic_links: links } }])
      const { messages } = await ann.client.call(endpoints.getMessages, { message_ids: [id] })
      expect(messages[0]!.topic_links).toEqual(links)
    })

    test('is absent if there is no topic', async () => {
      const args = { type: 'direct', to: `[${bob.id}]`, topic, content: 'https://example.com' } as const
      const { id } = await ann.client.call(endpoints.sendMessage, args)
      const { message } = await ann.client.call(endpoints.getMessage, { message_id: id })
      expect(message.topic_links).toEqual([])
    })
  })
})
