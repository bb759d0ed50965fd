import { describe, expect, test } from 'vitest'
import { endpoints } from '../api/endpoints/index.ts'
import { TestClock } from './clock.ts'
import { crowd } from './crowd.ts'
import { useServer } from './use-server.ts'

test('these operations may weigh more than an ordinary request', () => {
  const heavy = Object.values(endpoints).filter((endpoint) => 'weight' in endpoint)
  expect(heavy.map(({ id }) => id).sort()).toEqual([
    'get-events',
    'get-messages',
    'get-presence',
    'get-recent-conversations',
    'get-topic-summary',
    'get-users',
    'register-queue',
  ])
})

describe('the limit of an account counts', () => {
  const clock = new TestClock()
  const { server, ann } = useServer({ members: ['ann'], clock })

  /** The weight of a request, according to the headers of the answer. */
  async function weigh(method: 'GET' | 'POST', path: string, parameters: Record<string, string> = {}) {
    clock.pass(60)
    const form = new URLSearchParams(parameters)
    const url = `${server.url}/api/v1${path}${method === 'GET' ? `?${form}` : ''}`
    // Requests through a proxy are limited.
    const headers = { authorization: `Basic ${btoa(`${ann.email}:${ann.apiKey}`)}`, 'x-forwarded-for': '203.0.113.7' }
    const response = await fetch(url, { method, headers, ...(method === 'POST' && { body: form }) })
    await response.arrayBuffer()
    return Number(response.headers.get('x-ratelimit-limit')) - Number(response.headers.get('x-ratelimit-remaining'))
  }
  const messages = (before: number, after: number) =>
    weigh('GET', '/messages', { anchor: 'newest', num_before: `${before}`, num_after: `${after}` })

  test('an ordinary request as one', async () => {
    expect(await weigh('GET', '/users/me')).toBe(1)
    expect(await weigh('POST', '/messages/render', { content: 'x' })).toBe(1)
    expect(await weigh('GET', '/events', { queue_id: 'x' })).toBe(1)
  })

  test('the list of all people as five', async () => {
    expect(await weigh('GET', '/users')).toBe(5)
  })

  test('the list of recent conversations as five', async () => {
    expect(await weigh('GET', '/recent_conversations')).toBe(5)
  })

  test('a summary as twenty', async () => {
    expect(await weigh('GET', '/messages/summary', { narrow: '[]' })).toBe(20)
  })

  test.each([
    [0, 0, 1],
    [1, 0, 1],
    [1_000, 0, 1],
    [500, 500, 1],
    [1_000, 1, 2],
    [2_500, 2_500, 5],
    // Refused because it is too many, so it counts no more than the maximum.
    [1_000_000, 0, 5],
  ])('%i messages before and %i after as %i', async (before, after, weight) => {
    expect(await messages(before, after)).toBe(weight)
  })

  test('messages by their ids in the same way', async () => {
    const ids = (count: number) => JSON.stringify(Array.from({ length: count }, (_, n) => n + 1))
    expect(await weigh('GET', '/messages', { message_ids: ids(1_000) })).toBe(1)
    expect(await weigh('GET', '/messages', { message_ids: ids(1_001) })).toBe(2)
  })

  test('a registration as five, and as ten with more than two thousand people', async () => {
    expect(await weigh('POST', '/register')).toBe(5)
    await crowd(server, 2_000 - server.realm.users.size)
    expect(await weigh('POST', '/register')).toBe(5)
    await crowd(server, 1)
    expect(await weigh('POST', '/register')).toBe(10)
  })
})
