import { randomUUID } from 'node:crypto'
import { EPHEMERAL_IDS_PER_ROW, firstEphemeralId, firstEventId } from '../log/log-row.ts'
import type { QueueSpec } from './queue-spec.ts'
import type { RenderedEvent } from './row-text.ts'

/** Where events go, now or when there are some. As small as it can be: thousands wait at once. */
export interface Poll {
  /** The second of the heartbeats in which it began to wait. */
  since: number
  send(queue: Queue, events: readonly string[]): void
  /** There are none yet. */
  wait(queue: Queue): void
}

/** An event that has no row. It gets an id where the newest row has one left, and waits for the next row otherwise. */
interface EphemeralEvent {
  id: number | undefined
  readonly type: string
  /** Without its id. */
  readonly json: string
}

export interface QueueRow {
  readonly id: string
  readonly user_id: number
  readonly registered_seq: number
  readonly acked: number
  readonly touched: number
  readonly idle_seconds: number
}

const MOST_EPHEMERAL = 500
/** Shared by all queues that have none. */
const NO_EVENTS: EphemeralEvent[] = []

/**
 * A cursor with a filter. It holds no events of the log: those are read from the shared tail, or from the database,
 * when somebody asks. Only ephemeral events, which have no row, wait here.
 */
export class Queue {
  readonly id: string
  readonly userId: number
  readonly realmId: number
  readonly spec: QueueSpec
  readonly registeredSeq: number
  readonly idleSeconds: number
  /** The highest event id the client has confirmed. */
  acked: number
  /** The highest event id that is known to have been sent. */
  sentId: number
  /** Another process has had it, and may have sent ephemeral events of which this one does not know. */
  isServedElsewhere: boolean
  /** The row up to which everything was sent or was not for this queue. */
  sentThrough: number
  poll: Poll | undefined
  /** While a poll waits: the first row that is for this queue. */
  readyFrom: number | undefined
  /** It stands under some second of the heartbeats. */
  awaitsBeat = false
  #ephemeral = NO_EVENTS
  /** Monotonic milliseconds of the last sign of life on this node. */
  lastActive: number
  /** Version of the stored row that this node knows, and whether there is something new to store. */
  version: number
  dirty = false
  gone = false

  constructor(realmId: number, row: QueueRow, spec: QueueSpec, now: number, isServedElsewhere = false) {
    this.id = row.id
    this.userId = row.user_id
    this.realmId = realmId
    this.spec = spec
    this.registeredSeq = row.registered_seq
    this.idleSeconds = row.idle_seconds
    this.acked = row.acked
    this.version = row.touched
    this.sentId = row.acked
    this.isServedElsewhere = isServedElsewhere
    this.sentThrough = row.registered_seq
    this.lastActive = now
  }

  /** An answer has gone out that brings the client to the row `through`; null when no event was in it. */
  recordSent(lastId: number | null, through: number): void {
    if (lastId !== null && lastId > this.sentId) this.sentId = lastId
    this.sentThrough = Math.max(through, this.registeredSeq)
  }

  /** The version of its row that another process has written. */
  meetVersion(version: number): void {
    this.version = version
    this.isServedElsewhere = true
  }

  /**
   * The highest id its client can have. Beyond the newest row lie only ephemeral ids: those sent here are known, those
   * of another process may be any before the next row.
   */
  newestId(headSeq: number, isShared: boolean): number {
    return isShared || this.isServedElsewhere
      ? firstEventId(headSeq + 1) - 1
      : Math.max(this.sentId, firstEventId(headSeq))
  }

  /** The next id after the row `headSeq` that is not for a row; undefined when all of them are used. */
  nextEphemeralId(headSeq: number): number | undefined {
    const last = this.#ephemeral.findLast((event) => event.id !== undefined)?.id ?? 0
    const id = Math.max(this.sentId, last, firstEphemeralId(headSeq) - 1) + 1
    return id < firstEventId(headSeq + 1) ? id : undefined
  }

  /** Half of the ids after that row are used: the next row should come soon. */
  isShortOfIds(headSeq: number): boolean {
    const next = this.nextEphemeralId(headSeq)
    return next === undefined || next - firstEphemeralId(headSeq) > EPHEMERAL_IDS_PER_ROW / 2
  }

  get hasEphemeral(): boolean {
    return this.#ephemeral.length > 0
  }

  /** False when there were too many: the oldest is dropped. */
  pushEphemeral(headSeq: number, type: string, json: string): boolean {
    if (this.#ephemeral === NO_EVENTS) this.#ephemeral = []
    this.#ephemeral.push({ id: undefined, type, json })
    this.#giveIds(headSeq)
    if (this.#ephemeral.length <= MOST_EPHEMERAL) return true
    this.#ephemeral.shift()
    return false
  }

  /** Those that come before the row after `headSeq`. */
  ephemeralThrough(headSeq: number): RenderedEvent[] {
    this.#giveIds(headSeq)
    const events: RenderedEvent[] = []
    for (const { id, type, json } of this.#ephemeral) {
      if (id === undefined || id >= firstEventId(headSeq + 1)) break
      events.push({ id, type, json: `{"id":${id},${json.slice(1)}` })
    }
    return events
  }

  #giveIds(headSeq: number): void {
    for (const event of this.#ephemeral) {
      if (event.id !== undefined) continue
      event.id = this.nextEphemeralId(headSeq)
      if (event.id === undefined) return
    }
  }

  /** The client has these: nothing up to here is sent again. */
  confirm(id: number): void {
    this.acked = id
    // Another process may have sent it.
    this.sentId = Math.max(this.sentId, id)
    if (this.hasEphemeral) this.#ephemeral = this.#ephemeral.filter((event) => event.id === undefined || event.id > id)
  }
}

export const newQueueId = (): string => randomUUID()
