import { Busy } from '../base/busy.ts'
import type { CallerKey } from './database.ts'
import type { SlowLimits } from './limits.ts'

/** The connections that one request uses. */
interface RequestReads {
  /** Monotonic milliseconds. */
  readonly since: number
  connections: number
}

interface Caller {
  readonly readings: Map<object, RequestReads>
  readonly waiting: Set<() => void>
}

/** While a read of a caller is slow, the next ones of the same caller wait. So slow reads do not add up. */
export class SlowReads {
  readonly #limits: SlowLimits
  readonly #callers = new Map<CallerKey, Caller>()

  constructor(limits: SlowLimits) {
    this.#limits = limits
  }

  /** Undefined if the request may read at once. Throws `Busy` if it would wait too long. */
  wait(key: CallerKey, request: object): Promise<void> | undefined {
    return this.#hasSlow(key, request) ? this.#waitForEnd(key, request) : undefined
  }

  begin(key: CallerKey, request: object): void {
    let caller = this.#callers.get(key)
    if (!caller) {
      caller = { readings: new Map(), waiting: new Set() }
      this.#callers.set(key, caller)
    }
    const reading = caller.readings.get(request)
    if (reading) reading.connections += 1
    else caller.readings.set(request, { since: performance.now(), connections: 1 })
  }

  end(key: CallerKey, request: object): void {
    const caller = this.#callers.get(key)
    const reading = caller?.readings.get(request)
    if (!caller || !reading) return
    reading.connections -= 1
    if (reading.connections > 0) return
    caller.readings.delete(request)
    if (caller.readings.size === 0) this.#callers.delete(key)
    for (const look of caller.waiting) look()
  }

  /** A request never waits for itself. */
  #hasSlow(key: CallerKey, request: object): boolean {
    const slowSince = performance.now() - this.#limits.slow
    const readings = this.#callers.get(key)?.readings ?? []
    for (const [other, { since }] of readings) if (other !== request && since <= slowSince) return true
    return false
  }

  async #waitForEnd(key: CallerKey, request: object): Promise<void> {
    const until = performance.now() + this.#limits.slowWait
    for (;;) {
      const caller = this.#callers.get(key)
      if (!caller || !this.#hasSlow(key, request)) return
      const left = until - performance.now()
      if (left <= 0) throw new Busy('slow')
      if (caller.waiting.size >= this.#limits.waiting) throw new Busy('full')
      await nextEnd(caller, left)
    }
  }
}

const nextEnd = ({ waiting }: Caller, milliseconds: number): Promise<void> =>
  new Promise((resolve) => {
    const look = () => {
      clearTimeout(timer)
      waiting.delete(look)
      resolve()
    }
    const timer = setTimeout(look, milliseconds).unref()
    waiting.add(look)
  })
