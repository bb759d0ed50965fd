import { describe, expect, it } from 'vitest'
import type { Event } from '../api/events/index.ts'
import type { Client } from './client.ts'
import { ClientError } from './client-error.ts'
import { runEventLoop } from './event-loop.ts'

type Step = unknown[] | Error

/** A server that gives one step per poll and then falls silent. */
function scripted(steps: Step[]) {
  const calls: string[] = []
  const stop = new AbortController()
  let queues = 0
  const call = async ({ id }: { id: string }, args: { queue_id?: string; last_event_id?: number }) => {
    if (id === 'register-queue') {
      calls.push('register')
      return { queue_id: `q${++queues}`, last_event_id: 10 }
    }
    calls.push(`poll ${args.queue_id} ${args.last_event_id}`)
    const step = steps.shift()
    if (step instanceof Error) throw step
    if (!step) stop.abort()
    return { events: step ?? [], queue_id: args.queue_id }
  }
  const seen: number[] = []
  const states: string[] = []
  const troubles: unknown[] = []
  const run = () =>
    runEventLoop({ call } as unknown as Client, {
      onState: (state) => states.push(String(state.queue_id)),
      onEvents: (events: readonly Event[]) => seen.push(...events.map(({ id }) => id)),
      onTrouble: (error) => troubles.push(error),
      signal: stop.signal,
    })
  return { run, calls, seen, states, troubles }
}

const lost = new ClientError(400, 'BAD_EVENT_QUEUE_ID', 'Bad event queue ID: q1', { queue_id: 'q1' })
const away = new ClientError(503, 'REQUEST_TIMEOUT', 'busy', {})

describe('the event loop', () => {
  it('acknowledges what it has given on', async () => {
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

  it('tries again when the server is away', async () => {
    const loop = scripted([away, [{ id: 11 }]])
    await loop.run()
    expect(loop.troubles).toEqual([away])
    expect(loop.seen).toEqual([11])
  })

  it('gives up when the account is refused', async () => {
    const refused = new ClientError(401, 'INVALID_API_KEY', 'Invalid API key', {})
    await expect(scripted([refused]).run()).rejects.toBe(refused)
  })
})
