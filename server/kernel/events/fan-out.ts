import type { Clock } from '../base/clock.ts'
import type { Database } from '../db/database.ts'
import type { LogRow } from '../log/log-row.ts'
import type { RealmState } from '../realm-state/realm-state.ts'
import { collect, collectReady } from './collect.ts'
import { FLAGS_OF_GONE } from './flag-reader.ts'
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
  readonly #queues: () => Iterable<Queue>
  readonly #database: Database
  readonly #clock: Clock
  #ready: Queue[] = []
  /** Waiting queues with ephemeral events for which the newest row has no id left. */
  readonly #withoutIds = new Set<Queue>()
  #next = 0
  #scheduled = false

  /** `queues` returns all queues of the organization, whether they wait or not. */
  constructor(
    realm: RealmState,
    tail: Tail,
    waiting: WaitingQueues,
    queues: () => Iterable<Queue>,
    database: Database,
    clock: Clock,
  ) {
    this.#realm = realm
    this.#tail = tail
    this.#waiting = waiting
    this.#queues = queues
    this.#database = database
    this.#clock = clock
  }

  deliver(row: LogRow): void {
    const tailRow = this.#tail.append(row)
    if (row.payload.flagsOf !== undefined) void this.#matchWithFlags(tailRow, row.payload.flagsOf)
    else if (tailRow.type !== '') this.#match(tailRow, (queue) => this.#ready.push(queue))
    if (this.#withoutIds.size > 0) this.#wakeWithoutIds()
    this.#schedule()
  }

  /** The new row has ids for the ephemeral events that were waiting for one. */
  #wakeWithoutIds(): void {
    const queues = [...this.#withoutIds]
    this.#withoutIds.clear()
    for (const queue of queues) this.answerSoon(queue)
  }

  #match(row: TailRow, wake: (queue: Queue) => void): void {
    this.#waiting.offer(this.#realm, row, (queue) => {
      if (queue.readyFrom !== undefined || !row.matches(this.#realm, queue)) return
      queue.readyFrom = row.seq
      wake(queue)
    })
  }

  /**
   * Reads the flags of everybody who has a queue, with one statement, and answers then. Most clients that do not wait
   * now poll in a moment.
   */
  async #matchWithFlags(row: TailRow, messageId: number): Promise<void> {
    const woken: Queue[] = []
    this.#match(row, (queue) => woken.push(queue))
    const people = new Set<number>()
    for (const queue of this.#queues()) if (row.matches(this.#realm, queue)) people.add(queue.userId)
    if (people.size === 0) return
    try {
      const { flagReader } = this.#tail
      const read = await flagReader.ofPeople(this.#database.db, this.#realm.id, messageId, [...people])
      this.#tail.learnFlags(row, new Map([...people].map((id) => [id, read.get(id) ?? FLAGS_OF_GONE])))
    } catch {
      // Each queue reads its own flags and reports the error.
    }
    for (const queue of woken) this.#ready.push(queue)
    this.#schedule()
  }

  /** Answers the waiting poll of a queue that has received an ephemeral event, if there is one. */
  answerSoon(queue: Queue): void {
    if (!queue.poll || queue.readyFrom !== undefined) return
    if (queue.ephemeralThrough(this.#tail.end).length === 0) {
      this.#withoutIds.add(queue)
      return
    }
    queue.readyFrom = this.#tail.end + 1
    this.#ready.push(queue)
    this.#schedule()
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
    const isInMemory = from > this.#tail.base && !this.#tail.at(from)?.lacksFlags(queue)
    if (isInMemory) poll?.send(queue, collectReady(this.#realm, this.#tail, queue, from))
    else if (poll) void this.#takeStored(queue, poll)
  }

  /** The tail has moved on, after heavy rows or a very slow fan-out, so something must be read from the database. */
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
