import { describe, expect, test } from 'vitest'
import { endpoints } from '../../../api/endpoints/index.ts'
import { watchEvents } from '../../../test/queues/queue-requests.ts'
import { useServer } from '../../../test/use-server.ts'

const { sendMessage } = endpoints

describe('a queue with a narrow gets', () => {
  const { ann, bob } = useServer({ members: ['ann', 'bob'], channel: 'lunch' })

  const MESSAGES = ['soup', 'done', 'call', 'direct', 'own']
  const inLunch = (content: string, topic: string) => ({ type: 'channel', to: 'lunch', topic, content }) as const

  async function heard(operator: string, operand: string): Promise<string[]> {
    const narrow = [{ operator, operand }]
    const events = await watchEvents(bob.client, { narrow })
    await ann.client.call(sendMessage, inLunch('soup', 'Soup'))
    await ann.client.call(sendMessage, inLunch('done', '✔ salad'))
    await ann.client.call(sendMessage, inLunch('@**Bob** call', 'tea'))
    await ann.client.call(sendMessage, { type: 'direct', to: `[${bob.id}]`, content: 'direct' })
    await bob.client.call(sendMessage, inLunch('own', 'tea'))
    return (await events()).flatMap((event) =>
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
