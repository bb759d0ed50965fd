import { Busy } from './busy.ts'

export interface WaitLimits {
  /** The maximum number of waiting turns. Further ones are refused at once. */
  readonly waiting: number
  /** Milliseconds after which a waiting turn is refused. */
  readonly wait: number
}

export interface TurnLimits extends WaitLimits {
  /** The number of turns at once, for all callers together. */
  readonly turns: number
  readonly perCaller: number
}

interface Waiter {
  readonly timer: NodeJS.Timeout
  begin(): void
  refuse(why: Busy): void
}

interface Caller<Key> {
  readonly key: Key
  running: number
  readonly waiting: Waiter[]
  /** True if the caller may have one more turn and waits for a free one. */
  isReady: boolean
}

/** The limit on all waiting turns, as a multiple of the limit per caller. */
const MAX_WAITING_CALLERS = 10

/**
 * Distributes turns fairly. A caller has a few turns at once, and further ones wait for its own earlier turns. When all
 * turns are taken, the waiting callers get the next free ones in rotation.
 */
export class Turns<Key> {
  readonly #limits: TurnLimits
  readonly #callers = new Map<Key, Caller<Key>>()
  readonly #ready: Caller<Key>[] = []
  #running = 0
  #waiting = 0

  constructor(limits: TurnLimits) {
    this.#limits = limits
  }

  /** The number of turns that wait. */
  get waiting(): number {
    return this.#waiting
  }

  /** Runs the work in a turn. Throws `Busy` if it would have to wait too long. */
  async take<T>(key: Key, work: () => Promise<T>): Promise<T> {
    const turn = this.begin(key)
    if (turn) await turn
    try {
      return await work()
    } finally {
      this.end(key)
    }
  }

  /** Undefined if the turn starts at once. Every started turn must be ended. */
  begin(key: Key): Promise<void> | undefined {
    const caller = this.#callerOf(key)
    if (this.#mayRun(caller) && this.#ready.length === 0 && caller.waiting.length === 0) {
      this.#run(caller)
      return undefined
    }
    const { waiting } = this.#limits
    if (caller.waiting.length >= waiting || this.#waiting >= waiting * MAX_WAITING_CALLERS) throw new Busy('full')
    return this.#wait(caller)
  }

  end(key: Key): void {
    const caller = this.#callerOf(key)
    caller.running -= 1
    this.#running -= 1
    this.#becomeReady(caller)
    this.#giveTurns()
    this.#forgetIdle(caller)
  }

  /** Refuses all waiting turns, because none will start soon. */
  refuseWaiting(): void {
    for (const caller of this.#callers.values()) {
      for (const waiter of caller.waiting.splice(0)) this.#refuse(waiter)
      this.#forgetIdle(caller)
    }
  }

  #callerOf(key: Key): Caller<Key> {
    const known = this.#callers.get(key)
    if (known) return known
    const caller = { key, running: 0, waiting: [], isReady: false }
    this.#callers.set(key, caller)
    return caller
  }

  #mayRun(caller: Caller<Key>): boolean {
    return caller.running < this.#limits.perCaller && this.#running < this.#limits.turns
  }

  #run(caller: Caller<Key>): void {
    caller.running += 1
    this.#running += 1
  }

  #wait(caller: Caller<Key>): Promise<void> {
    return new Promise((resolve, reject) => {
      const waiter: Waiter = {
        timer: setTimeout(() => {
          caller.waiting.splice(caller.waiting.indexOf(waiter), 1)
          this.#refuse(waiter)
          this.#forgetIdle(caller)
        }, this.#limits.wait).unref(),
        begin: resolve,
        refuse: reject,
      }
      caller.waiting.push(waiter)
      this.#waiting += 1
      this.#becomeReady(caller)
    })
  }

  #refuse(waiter: Waiter): void {
    clearTimeout(waiter.timer)
    this.#waiting -= 1
    waiter.refuse(new Busy('late'))
  }

  #forgetIdle({ key, running, waiting }: Caller<Key>): void {
    if (running === 0 && waiting.length === 0) this.#callers.delete(key)
  }

  #becomeReady(caller: Caller<Key>): void {
    if (caller.isReady || caller.waiting.length === 0 || caller.running >= this.#limits.perCaller) return
    caller.isReady = true
    this.#ready.push(caller)
  }

  #giveTurns(): void {
    while (this.#running < this.#limits.turns) {
      const caller = this.#ready.shift()
      if (!caller) return
      caller.isReady = false
      const waiter = caller.waiting.shift()
      // Its waiting turns may have been refused in the meantime.
      if (!waiter) continue
      clearTimeout(waiter.timer)
      this.#waiting -= 1
      this.#run(caller)
      waiter.begin()
      this.#becomeReady(caller)
    }
  }
}
