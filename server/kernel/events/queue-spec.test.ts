import { describe, expect, test } from 'vitest'
import { endpoints } from '../../../api/endpoints/index.ts'
import { heldAfter } from '../../../test/http/heap-fixture.ts'
import { useServer } from '../../../test/use-server.ts'
import { type QueueSpec, sharedSpec, supportedTypes } from './queue-spec.ts'

const { registerQueue, deleteQueue } = endpoints

const spec = (narrow: QueueSpec['narrow']): QueueSpec => ({
  applyMarkdown: true,
  clientGravatar: true,
  slimPresence: true,
  includeSubscribers: 'false',
  allPublicStreams: false,
  eventTypes: null,
  narrow,
  capabilities: {},
})

describe('the spec of a queue', () => {
  test('is one object for all queues with the same registration', () => {
    expect(sharedSpec(spec([{ operator: 'is', operand: 'dm' }]))).toBe(
      sharedSpec(spec([{ operator: 'is', operand: 'dm' }])),
    )
  })

  test('is not shared when it is long', async () => {
    const long = (n: number) => Array.from({ length: 100 }, () => ({ operator: 'topic', operand: `${n}`.repeat(500) }))
    const held = await heldAfter(() => {
      for (let n = 1_000; n < 1_200; n += 1) sharedSpec(spec(JSON.parse(JSON.stringify(long(n)))))
    })
    expect(held).toBeLessThan(10)
  })
})

describe('the event types of a queue', () => {
  test('are all types when none are named', () => {
    expect(supportedTypes(undefined)).toBeNull()
    expect(supportedTypes(null)).toBeNull()
  })

  test('are the supported ones, each once, in any order', () => {
    expect(supportedTypes(['presence-of-mind', 'reaction', 'message', 'reaction'])).toEqual(['message', 'reaction'])
    expect(supportedTypes(['presence-of-mind'])).toEqual([])
  })
})

describe('a queue', () => {
  const { server, ann } = useServer({ members: ['ann'] })

  const register = (wanted: object) => ann.client.call(registerQueue, { fetch_event_types: [], ...wanted })

  test('does not keep unknown types, and leaves nothing when it ends', async () => {
    const held = await heldAfter(async () => {
      for (let n = 0; n < 30; n += 1) {
        const { queue_id } = await register({ event_types: ['message', `${n}${'x'.repeat(900_000)}`] })
        expect(server.ctx.queues.byId.get(queue_id!)!.spec.eventTypes).toEqual(['message'])
        await ann.client.call(deleteQueue, { queue_id: queue_id! })
      }
    })
    expect(held).toBeLessThan(10)
  })
})
