import type { ArgsOf } from '../api/contract.ts'
import { getEvents, registerQueue } from '../api/endpoints/events.ts'
import type { Event } from '../api/events/index.ts'
import type { RegisterState } from '../api/objects/register-state.ts'
import type { Client } from './client.ts'
import { ClientError } from './client-error.ts'

export interface EventLoopOptions {
  register?: ArgsOf<typeof registerQueue>
  /** Receives the state that the following events continue: at the start, and again whenever the queue was lost. */
  onState(state: RegisterState): void
  onEvents(events: readonly Event[]): void
  /** A call failed and will be repeated. */
  onTrouble?(error: unknown): void
  signal: AbortSignal
}

interface Position {
  queue_id: string
  last_event_id: number
}

const FIRST_WAIT = 200
const LONGEST_WAIT = 30_000

const isQueueLost = (error: unknown): boolean => error instanceof ClientError && error.code === 'BAD_EVENT_QUEUE_ID'
/** A retry will not help: wrong key, deactivated account, invalid call. */
const isFinal = (error: unknown): boolean => error instanceof ClientError && error.retryAfter === null

/**
 * Registers and polls until the signal aborts. Every event is passed on once, in order. It throws an error if a retry
 * will not help, and any error of `onState` or `onEvents`. Events that they did not accept are not repeated.
 */
export async function runEventLoop(client: Client, options: EventLoopOptions): Promise<void> {
  const { signal } = options
  let position: Position | null = null
  let wait = FIRST_WAIT
  while (!signal.aborted) {
    let give: () => Position
    try {
      give = await (position ? poll(client, position, options) : start(client, options))
      wait = FIRST_WAIT
    } catch (error) {
      if (signal.aborted) return
      if (isQueueLost(error)) {
        position = null
        continue
      }
      if (isFinal(error)) throw error
      options.onTrouble?.(error)
      const asked = error instanceof ClientError ? error.retryAfter : null
      await sleep(Math.max(asked ?? 0, wait), signal)
      wait = Math.min(wait * 2, LONGEST_WAIT)
      continue
    }
    position = give()
  }
}

/** Makes only the call. The returned function passes the answer on and returns the new position. */
async function start(client: Client, { register = {}, onState, signal }: EventLoopOptions): Promise<() => Position> {
  const state = await client.call(registerQueue, register, { signal })
  return () => {
    if (state.queue_id === null) throw new TypeError('A visitor has no events')
    onState(state)
    return { queue_id: state.queue_id, last_event_id: state.last_event_id }
  }
}

async function poll(client: Client, position: Position, options: EventLoopOptions): Promise<() => Position> {
  const { events } = await client.call(getEvents, position, { signal: options.signal })
  return () => {
    const last = events.at(-1)
    if (!last) return position
    options.onEvents(events)
    return { ...position, last_event_id: last.id }
  }
}

/** Ends early when the signal aborts. The client also runs in browsers, so it uses no timers of Node. */
function sleep(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer)
      signal.removeEventListener('abort', done)
      resolve()
    }
    const timer = setTimeout(done, milliseconds)
    signal.addEventListener('abort', done)
  })
}
