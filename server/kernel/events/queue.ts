import { randomUUID } from 'node:crypto'
import { EPHEMERAL_IDS_PER_ROW, firstEphemeralId, firstEventId } from '../log/log-row.ts'
import type { QueueSpec } from './queue-spec.ts'
import type { RenderedEvent } from './row-text.ts'

/** A request for events, which may wait. As small as possible, because thousands wait at once. */
export interface Poll {
  /** The heartbeat second in which it started to wait. */
  since: number
  send(queue: Queue, events: readonly string[]): void
  /** Called when there are no events yet. */
  wait(queue: Queue): void
}

/** An event that has no row. It gets an id if the newest row has one left, and waits for the next row otherwise. */
interface EphemeralEvent {
  id: number | undefined
  readonly type: string
  /** The event without its id. */
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

const MAX_EPHEMERAL_EVENTS = 500
/** Shared by all queues without ephemeral events. */
const NO_EVENTS: EphemeralEvent[] = []

/**
 * A cursor with a filter. It has no events of the log. Those are read from the shared tail or the database for each
 * poll. Only ephemeral events, which have no row, wait here.
 */
export class Queue {
  readonly id: string
  readonly userId: number
  readonly realmId: number
  readonly spec: QueueSpec
  readonly registeredSeq: number
  readonly idleSeconds: number
  /** The highest event id that the client has confirmed. */
  acked: number
  /** The highest event id that this process knows to have been sent. */
  sentId: number
  /** Another process has served the queue and may have sent ephemeral events that are unknown here. */
  isServedElsewhere: boolean
  /** Every row up to this one was sent or is not for this queue. */
  sentThrough: number
  poll: Poll | undefined
  /** The first row that is for this queue, while a poll waits. */
  readyFrom: number | undefined
  /** True while a heartbeat is scheduled. */
  awaitsBeat = false
  #ephemeral = NO_EVENTS
  /** Monotonic milliseconds of the last activity on this node. */
  lastActive: number
  /** The last known version of the stored row, and whether there is progress to store. */
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

  /** Records an answer that brings the client to the row `through`. `lastId` is null for an answer without events. */
  recordSent(lastId: number | null, through: number): void {
    if (lastId !== null && lastId > this.sentId) this.sentId = lastId
    this.sentThrough = Math.max(through, this.registeredSeq)
  }

  /** Adopts a version that another process has written. */
  meetVersion(version: number): void {
    this.version = version
    this.isServedElsewhere = true
  }

  /**
   * The highest id that the client can have. Ids after the newest row are ephemeral: those sent here are known, and
   * those of another process may be any id before the next row.
   */
  newestId(headSeq: number, isShared: boolean): number {
    return isShared || this.isServedElsewhere
      ? firstEventId(headSeq + 1) - 1
      : Math.max(this.sentId, firstEventId(headSeq))
  }

  /** The next ephemeral id after the row `headSeq`. Undefined if all are used. */
  nextEphemeralId(headSeq: number): number | undefined {
    const last = this.#ephemeral.findLast((event) => event.id !== undefined)?.id ?? 0
    const id = Math.max(this.sentId, last, firstEphemeralId(headSeq) - 1) + 1
    return id < firstEventId(headSeq + 1) ? id : undefined
  }

  /** True if half of the ids after that row are used, so the next row should come soon. */
  isShortOfIds(headSeq: number): boolean {
    const next = this.nextEphemeralId(headSeq)
    return next === undefined || next - firstEphemeralId(headSeq) > EPHEMERAL_IDS_PER_ROW / 2
  }

  get hasEphemeral(): boolean {
    return this.#ephemeral.length > 0
  }

  /** False if the queue was full and the oldest event was dropped. */
  pushEphemeral(headSeq: number, type: string, json: string): boolean {
    if (this.#ephemeral === NO_EVENTS) this.#ephemeral = []
    this.#ephemeral.push({ id: undefined, type, json })
    this.#giveIds(headSeq)
    if (this.#ephemeral.length <= MAX_EPHEMERAL_EVENTS) return true
    this.#ephemeral.shift()
    return false
  }

  /** The ephemeral events before the row that follows `headSeq`. */
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

  /** The client has everything up to this id, so none of it is sent again. */
  confirm(id: number): void {
    this.acked = id
    // Another process may have sent it.
    this.sentId = Math.max(this.sentId, id)
    if (this.hasEphemeral) this.#ephemeral = this.#ephemeral.filter((event) => event.id === undefined || event.id > id)
  }
}

export const newQueueId = (): string => randomUUID()
