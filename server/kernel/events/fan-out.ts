import type { Clock } from '../base/clock.ts'
import type { Database } from '../db/database.ts'
import type { LogRow } from '../log/log-row.ts'
import type { RealmState } from '../realm-state/realm-state.ts'
import { collect, collectReady } from './collect.ts'
import type { Poll, Queue } from './queue.ts'
import type { Tail } from './tail.ts'
import type { TailRow } from './tail-row.ts'
import type { WaitingQueues } from './waiting-queues.ts'

/**
 * Milliseconds of answering before other requests get their turn, and the number of answers between two checks of the
 * clock.
 */
const SLICE = 10
const ANSWERS_PER_LOOK = 16

/**
 * Matches new rows with waiting polls. Only waiting queues are touched. The others find the rows in the tail when they
 * poll. Answers are sent in slices, so that a fan-out to thousands never delays other requests.
 */
export class FanOut {
  readonly #realm: RealmState
  readonly #tail: Tail
  readonly #waiting: WaitingQueues
  readonly #database: Database
  readonly #clock: Clock
  #ready: Queue[] = []
  /** Waiting queues with ephemeral events for which the newest row has no id left. */
  readonly #withoutIds = new Set<Queue>()
  #next = 0
  #scheduled = false

  constructor(realm: RealmState, tail: Tail, waiting: WaitingQueues, database: Database, clock: Clock) {
    this.#realm = realm
    this.#tail = tail
    this.#waiting = waiting
    this.#database = database
    this.#clock = clock
  }

  deliver(row: LogRow): void {
    const tailRow = this.#tail.append(row)
    if (tailRow.type !== '') this.#match(tailRow)
    if (this.#withoutIds.size > 0) this.#wakeWithoutIds()
    this.#schedule()
  }

  /** The new row has ids for the ephemeral events that were waiting for one. */
  #wakeWithoutIds(): void {
    const queues = [...this.#withoutIds]
    this.#withoutIds.clear()
    for (const queue of queues) this.answerSoon(queue)
  }

  #match(row: TailRow): void {
    this.#waiting.offer(this.#realm, row, (queue) => {
      if (queue.readyFrom === undefined && row.matches(this.#realm, queue)) this.#wake(queue, row.seq)
    })
  }

  /** Answers the waiting poll of a queue that has received an ephemeral event, if there is one. */
  answerSoon(queue: Queue): void {
    if (!queue.poll || queue.readyFrom !== undefined) return
    if (queue.ephemeralThrough(this.#tail.end).length === 0) {
      this.#withoutIds.add(queue)
      return
    }
    this.#wake(queue, this.#tail.end + 1)
    this.#schedule()
  }

  #wake(queue: Queue, from: number): void {
    queue.readyFrom = from
    this.#ready.push(queue)
  }

  #schedule(): void {
    if (this.#scheduled || this.#next >= this.#ready.length) return
    this.#scheduled = true
    setImmediate(() => this.#slice())
  }

  #slice(): void {
    this.#scheduled = false
    const end = performance.now() + SLICE
    while (this.#next < this.#ready.length && performance.now() < end) this.#answer(ANSWERS_PER_LOOK)
    if (this.#next >= this.#ready.length) {
      this.#ready = []
      this.#next = 0
    }
    this.#schedule()
  }

  #answer(count: number): void {
    const end = Math.min(this.#ready.length, this.#next + count)
    const now = this.#clock.monotonic()
    for (; this.#next < end; this.#next += 1) this.#take(this.#ready[this.#next]!, now)
  }

  #take(queue: Queue, now: number): void {
    const from = queue.readyFrom
    // The poll has already ended.
    if (from === undefined) return
    const poll = this.#waiting.end(queue)
    queue.lastActive = now
    if (from > this.#tail.base) poll?.send(queue, collectReady(this.#realm, this.#tail, queue, from))
    else if (poll) void this.#takeStored(queue, poll)
  }

  /** The tail has moved on, after heavy rows or a very slow fan-out, so the rows must be read from the database. */
  async #takeStored(queue: Queue, poll: Poll): Promise<void> {
    const send = (events: readonly string[] | null) => poll.send(queue, events ?? [])
    try {
      await collect(this.#database, this.#realm, this.#tail, queue, send)
    } catch {
      // The client polls again and receives the error then.
      send(null)
    }
  }
}
