import type { Queue } from './queue.ts'

/**
 * How long a poll waits before it gets a heartbeat. The contract asks for one per minute, and clients give up after 90
 * seconds.
 */
export interface HeartbeatDelay {
  readonly leastSeconds: number
  readonly mostSeconds: number
}

export const LONGEST_POLL_SECONDS = 55
const USUAL: HeartbeatDelay = { leastSeconds: 45, mostSeconds: LONGEST_POLL_SECONDS }

/**
 * Sends heartbeats to waiting polls. One timer that ticks every second serves all of them, because thousands of timers
 * would take megabytes and each poll would create and clear one. A queue is scheduled for at most one second. If it has
 * polled again since then, it is rescheduled when that second comes.
 */
export class Heartbeats {
  readonly #delay: HeartbeatDelay
  readonly #beat: (queue: Queue) => void
  readonly #due = new Map<number, Queue[]>()
  #timer: NodeJS.Timeout | undefined
  /** Seconds since the timer started. */
  now = 0

  constructor(beat: (queue: Queue) => void, delay: HeartbeatDelay = USUAL) {
    this.#beat = beat
    this.#delay = delay
  }

  /** Schedules a heartbeat for a poll that has just started to wait. */
  expect(queue: Queue): void {
    if (queue.awaitsBeat) return
    queue.awaitsBeat = true
    this.#putAt(this.now + this.#anyDelay(), queue)
    this.#timer ??= setInterval(() => this.#tick(), 1000).unref()
  }

  #putAt(second: number, queue: Queue): void {
    const queues = this.#due.get(second)
    if (queues) queues.push(queue)
    else this.#due.set(second, [queue])
  }

  #tick(): void {
    this.now += 1
    const queues = this.#due.get(this.now) ?? []
    this.#due.delete(this.now)
    for (const queue of queues) this.#arrive(queue)
    if (this.#due.size > 0) return
    clearInterval(this.#timer)
    this.#timer = undefined
  }

  #arrive(queue: Queue): void {
    const since = queue.poll?.since
    const isWaiting = since !== undefined && this.now - since < this.#delay.leastSeconds
    if (isWaiting) {
      this.#putAt(Math.max(this.now + 1, since + this.#anyDelay()), queue)
      return
    }
    queue.awaitsBeat = false
    if (queue.poll) this.#beat(queue)
  }

  #anyDelay(): number {
    const { leastSeconds: least, mostSeconds: most } = this.#delay
    return Math.max(1, least + Math.floor(Math.random() * (most - least + 1)))
  }
}
