import { describe, expect, it } from 'vitest'
import type { Event } from '../api/events/index.ts'
import type { RegisterState } from '../api/objects/register-state.ts'
import { ClientError } from './client-error.ts'
import { type EventLoopOptions, type EventSource, runEventLoop } from './event-loop.ts'

type Step = unknown[] | Error | 'wait'

const untilAborted = (signal: AbortSignal): Promise<never> =>
  new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)))

/** A server that returns one step per poll and then stops answering. */
function scripted(steps: Step[], registered: Partial<RegisterState> | Error = {}) {
  const calls: string[] = []
  const stop = new AbortController()
  let queues = 0
  const source: EventSource = {
    async register() {
      calls.push('register')
      if (registered instanceof Error) throw registered
      return { queue_id: `q${++queues}`, last_event_id: 10, ...registered } as RegisterState
    },
    async poll({ queue_id, last_event_id }, { dontBlock, signal }) {
      calls.push(`poll ${queue_id} ${last_event_id}${dontBlock ? ' at once' : ''}`)
      const step = steps.shift()
      if (step === 'wait') return untilAborted(signal)
      if (step instanceof Error) throw step
      if (!step) stop.abort()
      return (step ?? []) as Event[]
    },
  }
  const seen: number[] = []
  const states: string[] = []
  const troubles: unknown[] = []
  const run = (also: Partial<EventLoopOptions> = {}) =>
    runEventLoop(source, {
      onState: (state) => states.push(String(state.queue_id)),
      onEvents: (events: readonly Event[]) => seen.push(...events.map(({ id }) => id)),
      onTrouble: (error) => troubles.push(error),
      signal: stop.signal,
      ...also,
    })
  return { run, calls, seen, states, troubles }
}

const lost = new ClientError(400, 'BAD_EVENT_QUEUE_ID', 'Bad event queue ID: q1', { queue_id: 'q1' })
const away = new ClientError(503, 'REQUEST_TIMEOUT', 'busy', {})

describe('the event loop', () => {
  it('acknowledges the events that it has passed on', async () => {
    const loop = scripted([[{ id: 11 }, { id: 14 }], [], [{ id: 20 }]])
    await loop.run()
    expect(loop.seen).toEqual([11, 14, 20])
    expect(loop.calls).toEqual(['register', 'poll q1 10', 'poll q1 14', 'poll q1 14', 'poll q1 20'])
  })

  it('registers again when the queue is lost, with a new state', async () => {
    const loop = scripted([[{ id: 11 }], lost, [{ id: 12 }]])
    await loop.run()
    expect(loop.states).toEqual(['q1', 'q2'])
    expect(loop.seen).toEqual([11, 12])
  })

  it('retries when the server is unreachable', async () => {
    const loop = scripted([away, [{ id: 11 }]])
    await loop.run()
    expect(loop.troubles).toEqual([away])
    expect(loop.seen).toEqual([11])
  })

  it('retries after the time that the server asks for', async () => {
    const limited = new ClientError(429, 'RATE_LIMIT_HIT', 'slow down', { 'retry-after': 0.3 })
    const loop = scripted([limited, [{ id: 11 }]])
    const start = performance.now()
    await loop.run()
    expect(performance.now() - start).toBeGreaterThan(290)
    expect(loop.seen).toEqual([11])
  })

  it.each([
    new ClientError(401, 'UNAUTHORIZED', 'Invalid API key', {}),
    new ClientError(400, 'BAD_REQUEST', 'Event 7 was not in this queue', {}),
  ])('gives up when a retry will not help: $message', async (refusal) => {
    for (const loop of [scripted([refusal]), scripted([], refusal)]) {
      await expect(loop.run()).rejects.toBe(refusal)
      expect(loop.troubles).toEqual([])
    }
  })

  it('gives up for a visitor, who has no events', async () => {
    const loop = scripted([], { queue_id: null })
    await expect(loop.run()).rejects.toThrow('A visitor has no events')
    expect(loop.calls).toEqual(['register'])
  })

  it.each(['onState', 'onEvents'] as const)('ends with the error of %s, and passes nothing on twice', async (name) => {
    const broken = new Error('cannot take it')
    let calls = 0
    const refuse = () => {
      calls += 1
      throw broken
    }
    const loop = scripted([[{ id: 11 }]])
    await expect(loop.run({ [name]: refuse })).rejects.toBe(broken)
    expect([calls, loop.troubles]).toEqual([1, []])
  })

  it('ends a wait when it is woken, and asks at once', async () => {
    const loop = scripted(['wait', [{ id: 11 }]])
    await loop.run({ onWaker: (wake) => void queueMicrotask(() => setTimeout(wake, 0)) })
    expect(loop.calls).toEqual(['register', 'poll q1 10', 'poll q1 10 at once', 'poll q1 11'])
    expect(loop.troubles).toEqual([])
  })
})
