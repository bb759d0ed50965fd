import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { endpoints } from '../../../api/endpoints/index.ts'
import { type Person, startTestServer, type TestServer } from '../../../test/harness.ts'

const { getEvents, registerQueue, sendMessage } = endpoints

describe('a queue with a narrow gets', () => {
  let server: TestServer
  let ann: Person
  let bob: Person

  beforeAll(async () => {
    server = await startTestServer()
    ann = await server.person('Ann', 'lunch')
    bob = await server.person('Bob', 'lunch')
  })
  afterAll(() => server.close())

  const MESSAGES = ['soup', 'done', 'call', 'direct', 'own']
  const inLunch = (content: string, topic: string) => ({ type: 'channel', to: 'lunch', topic, content }) as const

  async function heard(operator: string, operand: string): Promise<string[]> {
    const narrow = [{ operator, operand }]
    const { queue_id, last_event_id } = await bob.client.call(registerQueue, { narrow, fetch_event_types: [] })
    await ann.client.call(sendMessage, inLunch('soup', 'Soup'))
    await ann.client.call(sendMessage, inLunch('done', '✔ salad'))
    await ann.client.call(sendMessage, inLunch('@**Bob** call', 'tea'))
    await ann.client.call(sendMessage, { type: 'direct', to: `[${bob.id}]`, content: 'direct' })
    await bob.client.call(sendMessage, inLunch('own', 'tea'))
    const { events } = await bob.client.call(getEvents, { queue_id: queue_id!, last_event_id, dont_block: true })
    return events.flatMap((event) =>
      event.type === 'message' ? MESSAGES.filter((name) => event.message.content.includes(name)) : [],
    )
  }

  test.each([
    ['channel', 'LUNCH', ['soup', 'done', 'call', 'own']],
    ['stream', 'lunch', ['soup', 'done', 'call', 'own']],
    ['channel', 'general', []],
    ['topic', 'sOUP', ['soup']],
    ['is', 'dm', ['direct']],
    ['is', 'private', ['direct']],
    ['is', 'unread', ['soup', 'done', 'call', 'direct']],
    ['is', 'mentioned', ['call']],
    ['is', 'alerted', ['call']],
    ['is', 'resolved', ['done']],
    ['is', 'starred', []],
    ['is', 'anything else', MESSAGES],
  ])('by %s:%s only matching messages', async (operator, operand, expected) => {
    expect(await heard(operator, operand)).toEqual(expected)
  })

  test('by sender only messages of that person', async () => {
    expect(await heard('sender', bob.apiEmail.toUpperCase())).toEqual(['own'])
    expect(await heard('sender', 'nobody@example.org')).toEqual([])
  })
})
