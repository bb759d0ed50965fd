import { beforeAll, describe, expect, test } from 'vitest'
import { endpoints } from '../../../api/endpoints/index.ts'
import { refused } from '../../../test/refusals.ts'
import { useServer } from '../../../test/use-server.ts'
import { systemClock } from '../../kernel/base/clock.ts'

const USED = 'This Idempotency-Key was already used for another message.'

describe('a repeated send', () => {
  let later = 0
  const clock = { ...systemClock, now: () => systemClock.now() + later * 1000 }
  const { server, ann, bob } = useServer({ members: ['ann', 'bob'], clock })
  let queueId: string

  beforeAll(async () => {
    await ann.client.call(endpoints.subscribe, { subscriptions: [{ name: 'lunch' }] })
    queueId = (await ann.client.call(endpoints.registerQueue, { fetch_event_types: [] })).queue_id!
  })

  const hello = { type: 'channel', to: 'lunch', topic: 'soup', content: 'Hello' } as const
  const withKey = (idempotencyKey: string, more: object = {}, from = ann) =>
    from.client.call(endpoints.sendMessage, { ...hello, ...more }, { idempotencyKey })
  const withLocalId = (localId: string, more: object = {}) =>
    ann.client.call(endpoints.sendMessage, { ...hello, queue_id: queueId, local_id: localId, ...more })

  describe('with an Idempotency-Key', () => {
    test('gets the first answer and sends nothing', async () => {
      const first = await withKey('a')
      expect(await withKey('a')).toEqual(first)
      expect(await withKey('a', { type: 'stream', to: String(server.channelId('lunch')) })).toEqual(first)
      expect(await withKey('a', { topic: 'SOUP' })).toEqual(first)
    })

    test('at the same time sends one message', async () => {
      const answers = await Promise.all(Array.from({ length: 10 }, () => withKey('b')))
      expect(new Set(answers.map(({ id }) => id)).size).toBe(1)
    })

    test.each([
      { content: 'Bye' },
      { topic: 'salad' },
      { to: 'general' },
      { type: 'direct', to: '["ann@example.org"]' },
    ])('but with another message (%j) is refused', async (other) => {
      await withKey('c')
      await refused(withKey('c', other), USED)
    })

    test('and another message at the same time: one of them is sent', async () => {
      const sends = await Promise.allSettled([withKey('d'), withKey('d', { content: 'Bye' })])
      expect(sends.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    })

    test('by another person is another message', async () => {
      const first = await withKey('e')
      expect((await withKey('e', {}, bob)).id).not.toBe(first.id)
    })

    test('works after a refusal', async () => {
      await refused(withKey('f', { content: '' }), 'Message must not be empty')
      await refused(withKey('f', { type: 'direct', to: '[99999]' }), 'Invalid user ID 99999')
      const { id } = await withKey('f')
      expect((await withKey('f')).id).toBe(id)
    })

    test('works for the first direct message between two people', async () => {
      const direct = { type: 'direct', to: `[${bob.id}]` }
      const answers = await Promise.all([withKey('g', direct), withKey('g', direct)])
      expect(answers[0]).toEqual(answers[1])
      expect(await withKey('g', direct)).toEqual(answers[0])
    })

    test('that is too long is refused', async () => {
      await refused(withKey('x'.repeat(201)), 'Idempotency-Key is too long (limit: 200 characters)')
      await withKey('x'.repeat(200))
    })

    test('is forgotten after a day', async () => {
      const { id } = await withKey('h')
      later = 86_000
      expect((await withKey('h')).id).toBe(id)
      later = 86_401
      expect((await withKey('h')).id).not.toBe(id)
      expect((await withKey('c', { content: 'Something else' })).id).toBeGreaterThan(id)
      later = 0
    })
  })

  describe('with a queue and a local id', () => {
    test('gets the first answer and sends nothing', async () => {
      const first = await withLocalId('1')
      expect(await withLocalId('1')).toEqual(first)
    })

    test('with other content is another message', async () => {
      const first = await withLocalId('2')
      const second = await withLocalId('2', { content: 'Bye' })
      expect(second.id).not.toBe(first.id)
      expect((await withLocalId('2', { content: 'Bye' })).id).toBe(second.id)
    })

    test.each([
      ['a short local id', '6'],
      ['a long local id', 'x'.repeat(300)],
    ])('is recognised whatever was sent under %s in between', async (_, localId) => {
      const first = await withLocalId(localId)
      const second = await withLocalId(localId, { content: 'Bye' })
      expect(await withLocalId(localId)).toEqual(first)
      expect(await withLocalId(localId, { content: 'Bye' })).toEqual(second)
      expect(await withLocalId(localId, { topic: 'SOUP' })).toEqual(first)
      expect((await withLocalId(localId, { topic: 'salad' })).id).toBeGreaterThan(second.id)
    })

    test('at the same time as others with the same local id: one message for each text', async () => {
      const texts = Array.from({ length: 20 }, (_, n) => `Text ${n % 10}`)
      const send = () => Promise.all(texts.map((content) => withLocalId('7', { content })))
      const ids = (await send()).map(({ id }) => id)
      expect(new Set(ids).size).toBe(10)
      expect(ids.slice(10)).toEqual(ids.slice(0, 10))
      expect((await send()).map(({ id }) => id)).toEqual(ids)
      const text = 'select count(*)::int as count from message where content = any($1)'
      expect((await server.database.pool.query(text, [texts])).rows).toEqual([{ count: 10 }])
    })

    test('needs both: a local id or a queue alone has no effect', async () => {
      const byId = () => ann.client.call(endpoints.sendMessage, { ...hello, local_id: '3' })
      expect((await byId()).id).not.toBe((await byId()).id)
      const byQueue = () => ann.client.call(endpoints.sendMessage, { ...hello, queue_id: queueId })
      expect((await byQueue()).id).not.toBe((await byQueue()).id)
      expect((await withLocalId('4')).id).not.toBe((await withLocalId('5')).id)
    })
  })
})
