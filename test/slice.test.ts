import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { endpoints } from '../api/endpoints/index.ts'
import { type Person, startTestServer, type TestServer } from './harness.ts'

describe('the thin slice', () => {
  let server: TestServer
  let ann: Person
  let bob: Person

  beforeAll(async () => {
    server = await startTestServer()
    ann = await server.person('Ann')
    bob = await server.person('Bob')
  })
  afterAll(() => server.close())

  test('a message to a channel reaches its subscribers with their flags', async () => {
    await ann.client.call(endpoints.subscribe, { subscriptions: [{ name: 'lunch' }] })
    await bob.client.call(endpoints.subscribe, { subscriptions: [{ name: 'lunch' }] })
    const queue = await bob.client.call(endpoints.registerQueue, { apply_markdown: true })
    const sent = await ann.client.call(endpoints.sendMessage, {
      type: 'channel',
      to: 'lunch',
      topic: 'today',
      content: 'Soup <3',
    })
    const { events } = await bob.client.call(endpoints.getEvents, {
      queue_id: queue.queue_id!,
      last_event_id: queue.last_event_id,
    })
    expect(events).toHaveLength(1)
    expect(events[0]).toMatchObject({
      type: 'message',
      flags: [],
      message: { id: sent.id, content: '<p>Soup &lt;3</p>', subject: 'today' },
    })
    const { messages } = await bob.client.call(endpoints.getMessages, {
      anchor: 'newest',
      num_before: 10,
      num_after: 0,
      narrow: [{ operator: 'channel', operand: 'lunch', negated: false }],
    })
    expect(messages.map((message) => message.id)).toContain(sent.id)
    await bob.client.call(endpoints.updateMessageFlags, { messages: [sent.id], op: 'add', flag: 'read' })
    await bob.client.call(endpoints.addReaction, { message_id: sent.id, emoji_name: 'tada' })
    const { message } = await bob.client.call(endpoints.getMessage, { message_id: sent.id })
    expect(message).toMatchObject({ flags: ['read'], reactions: [{ emoji_name: 'tada', user_id: bob.id }] })
  })
})
