import type { Clock } from '../clock.ts'
import type { Database } from '../db/database.ts'
import type { LogRow } from '../log/log-row.ts'
import type { LiveRealm } from '../realm-state/live-realm.ts'
import { FanOut } from './fan-out.ts'
import type { Queue } from './queue.ts'
import { Tail } from './tail.ts'
import { WaitingQueues } from './waiting-queues.ts'

/** The queues of one organization on this node, and the tail of the log they read from. */
export class RealmQueues {
  readonly realm: LiveRealm
  readonly tail: Tail
  readonly waiting = new WaitingQueues()
  readonly #fanOut: FanOut
  readonly #clock: Clock

  constructor(realm: LiveRealm, seq: number, database: Database, clock: Clock) {
    this.realm = realm
    this.#clock = clock
    this.tail = new Tail(seq)
    this.#fanOut = new FanOut(realm.state, this.tail, this.waiting, database, clock)
  }

  deliver(rows: readonly LogRow[]): void {
    this.#fanOut.deliver(rows)
  }

  /** Memory has begun anew: whoever waits asks again, and is read from the database. */
  restart(): void {
    this.endPolls()
    this.tail.restart(this.realm.seq)
  }

  /** The log begins here now. Memory may still have older rows, and knows whom those are for. */
  forgetBefore(floor: number): void {
    this.realm.state.memberships.forgetBefore(Math.min(floor, this.tail.base + 1))
  }

  endPolls(): void {
    for (const queue of [...this.waiting.all()]) this.endPoll(queue)
  }

  /** Ends the open poll of a queue, with whatever there is. */
  endPoll(queue: Queue, events: readonly string[] = []): void {
    const poll = this.waiting.end(queue)
    if (!poll) return
    queue.lastActive = this.#clock.monotonic()
    poll.send(queue, events)
  }
}
