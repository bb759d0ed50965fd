import { randomUUID } from 'node:crypto'
import { firstEventId } from '../log/log-row.ts'
import type { QueueSpec } from './queue-spec.ts'

/** Where events go, now or when there are some. As small as it can be: thousands wait at once. */
export interface Poll {
  /** The second of the heartbeats in which it began to wait. */
  since: number
  send(queue: Queue, events: readonly string[]): void
  /** There are none yet. */
  wait(queue: Queue): void
}

interface EphemeralEvent {
  readonly id: number
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
  ephemeral = NO_EVENTS
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

  /** Ephemeral ids follow that of the last row, which may not have been sent yet, and need no row of their own. */
  nextEphemeralId(headSeq: number): number {
    return Math.max(this.sentId, this.ephemeral.at(-1)?.id ?? 0, firstEventId(headSeq)) + 1
  }

  /** Rather lost than with an id of the next row. */
  pushEphemeral(headSeq: number, render: (id: number) => string): void {
    const id = this.nextEphemeralId(headSeq)
    if (id >= firstEventId(headSeq + 1)) return
    if (this.ephemeral === NO_EVENTS) this.ephemeral = []
    if (this.ephemeral.length >= MOST_EPHEMERAL) this.ephemeral.shift()
    this.ephemeral.push({ id, json: render(id) })
  }

  /** The client has these: nothing up to here is sent again. */
  confirm(id: number): void {
    this.acked = id
    // Another process may have sent it.
    this.sentId = Math.max(this.sentId, id)
    if (this.ephemeral.length > 0) this.ephemeral = this.ephemeral.filter((event) => event.id > id)
  }
}

export const newQueueId = (): string => randomUUID()
