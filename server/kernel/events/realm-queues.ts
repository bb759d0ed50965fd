import type { Clock } from '../base/clock.ts'
import { getOrMake } from '../base/get-or-make.ts'
import type { Database } from '../db/database.ts'
import type { Audience } from '../log/audience.ts'
import type { EventData, LogRow } from '../log/log-row.ts'
import type { LiveRealm } from '../realm-state/live-realm.ts'
import { ephemeralTexts } from './ephemeral.ts'
import type { VariantTable } from './event-variants.ts'
import { FanOut } from './fan-out.ts'
import type { FlagReader } from './flag-reader.ts'
import type { Queue } from './queue.ts'
import { Tail } from './tail.ts'
import { WaitingQueues } from './waiting-queues.ts'

interface EphemeralDelivery {
  /** The number of events dropped because their queue was full. */
  readonly dropped: number
  /** True if a queue has used half of the newest row's ids for ephemeral events. */
  readonly isShortOfIds: boolean
}

/** The queues of one organization on this node, and the tail of the log they read from. */
export class RealmQueues {
  readonly realm: LiveRealm
  readonly tail: Tail
  readonly waiting = new WaitingQueues()
  readonly #byUser = new Map<number, Set<Queue>>()
  readonly #fanOut: FanOut
  readonly #clock: Clock
  #rowRequestedAt = -1

  constructor(
    realm: LiveRealm,
    seq: number,
    database: Database,
    clock: Clock,
    variants: VariantTable,
    flagReader: FlagReader,
  ) {
    this.realm = realm
    this.#clock = clock
    this.tail = new Tail(seq, variants, flagReader)
    this.#fanOut = new FanOut(realm.state, this.tail, this.waiting, () => this.#all(), database, clock)
  }

  *#all(): Iterable<Queue> {
    for (const queues of this.#byUser.values()) yield* queues
  }

  add(queue: Queue): void {
    getOrMake(this.#byUser, queue.userId, () => new Set()).add(queue)
  }

  remove(queue: Queue): void {
    const queues = this.#byUser.get(queue.userId)
    queues?.delete(queue)
    if (queues?.size === 0) this.#byUser.delete(queue.userId)
  }

  ofUser(userId: number): Iterable<Queue> {
    return this.#byUser.get(userId) ?? []
  }

  deliver(row: LogRow): void {
    this.#fanOut.deliver(row)
  }

  deliverEphemeral(audience: Audience, event: EventData): EphemeralDelivery {
    const { state } = this.realm
    const textsFor = ephemeralTexts(state, this.tail, audience, event)
    let dropped = 0
    let isShortOfIds = false
    for (const queue of this.#candidates(audience)) {
      const texts = textsFor(queue)
      if (texts.length === 0) continue
      for (const { type, json } of texts) if (!queue.pushEphemeral(state.seq, type, json)) dropped += 1
      isShortOfIds ||= queue.isShortOfIds(state.seq)
      this.#fanOut.answerSoon(queue)
    }
    return { dropped, isShortOfIds }
  }

  *#candidates(audience: Audience): Iterable<Queue> {
    if (audience.to === 'users') for (const id of new Set(audience.ids)) yield* this.ofUser(id)
    else if (audience.to !== 'nobody') yield* this.#all()
  }

  /** True once for each position, because more events may come before the row is written. */
  requestRow(): boolean {
    if (this.#rowRequestedAt === this.realm.seq) return false
    this.#rowRequestedAt = this.realm.seq
    return true
  }

  /** Memory was reloaded. Waiting polls end, and the next ones are read from the database. */
  restart(): void {
    this.endPolls()
    this.tail.restart(this.realm.seq)
  }

  /** The log now starts here. The tail may still have older rows and needs their recipients. */
  forgetBefore(floor: number): void {
    this.realm.state.memberships.forgetBefore(Math.min(floor, this.tail.base + 1))
  }

  endPolls(): void {
    for (const queue of [...this.waiting.all()]) this.endPoll(queue)
  }

  /** Ends the open poll of a queue with these events. */
  endPoll(queue: Queue, events: readonly string[] = []): void {
    const poll = this.waiting.end(queue)
    if (!poll) return
    queue.lastActive = this.#clock.monotonic()
    poll.send(queue, events)
  }
}
