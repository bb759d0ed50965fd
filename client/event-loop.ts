import type { Event } from '../api/events/index.ts'
import type { RegisterState } from '../api/objects/register-state.ts'
import { ClientError } from './client-error.ts'

/** The two calls of a loop, by whichever client makes them. */
export interface EventSource {
  register(signal: AbortSignal): Promise<RegisterState>
  /** A wake-up aborts the signal. The next poll then does not wait. */
  poll(position: Position, options: { signal: AbortSignal; dontBlock: boolean }): Promise<readonly Event[]>
}

export interface EventLoopOptions {
  /** Receives the state that the following events continue: at the start, and again whenever the queue was lost. */
  onState(state: RegisterState): void
  onEvents(events: readonly Event[]): void
  /** A call failed and will be repeated. */
  onTrouble?(error: unknown): void
  /** A call succeeded. */
  onFine?(): void
  /** Receives the function that ends a wait, after the machine was asleep or when a person asks for it. */
  onWaker?(wake: () => void): void
  signal: AbortSignal
}

export interface Position {
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
export async function runEventLoop(source: EventSource, options: EventLoopOptions): Promise<void> {
  const { signal, onTrouble, onFine, onWaker } = options
  let position: Position | null = null
  let wait = FIRST_WAIT
  let waking = new AbortController()
  onWaker?.(() => waking.abort())
  while (!signal.aborted) {
    const dontBlock = waking.signal.aborted
    if (dontBlock) waking = new AbortController()
    const both = AbortSignal.any([signal, waking.signal])
    let pass: () => Position
    try {
      pass = await (position ? poll(source, position, options, both, dontBlock) : start(source, options, both))
      wait = FIRST_WAIT
    } catch (error) {
      if (signal.aborted) return
      if (waking.signal.aborted) continue
      if (isQueueLost(error)) {
        position = null
        continue
      }
      if (isFinal(error)) throw error
      onTrouble?.(error)
      const asked = error instanceof ClientError ? error.retryAfter : null
      await sleep(Math.max(asked ?? 0, wait), both)
      wait = Math.min(wait * 2, LONGEST_WAIT)
      continue
    }
    position = pass()
    // Callers that continue when the connection is back know what has happened meanwhile.
    onFine?.()
  }
}

/** Makes only the call. The returned function passes the answer on and returns the new position. */
async function start(source: EventSource, { onState }: EventLoopOptions, signal: AbortSignal): Promise<() => Position> {
  const state = await source.register(signal)
  return () => {
    if (state.queue_id === null) throw new TypeError('A visitor has no events')
    onState(state)
    return { queue_id: state.queue_id, last_event_id: state.last_event_id }
  }
}

async function poll(
  source: EventSource,
  position: Position,
  { onEvents }: EventLoopOptions,
  signal: AbortSignal,
  dontBlock: boolean,
): Promise<() => Position> {
  const events = await source.poll(position, { signal, dontBlock })
  return () => {
    const last = events.at(-1)
    if (!last) return position
    onEvents(events)
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
