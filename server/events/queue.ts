import { randomUUID } from 'node:crypto'
import { firstEventId } from '../log/log-row.ts'
import type { QueueSpec } from './queue-spec.ts'

/** Whoever waits for events: an answer that is still open. */
export interface Poll {
  answer(events: readonly string[]): void
  heartbeat: NodeJS.Timeout | undefined
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
  /** The highest event id that was sent, and the row up to which everything was sent or was not for this queue. */
  sent: { id: number; through: number }
  poll: Poll | undefined
  /** While a poll waits: the first row that is for this queue. */
  readyFrom: number | undefined
  ephemeral: EphemeralEvent[] = []
  /** Monotonic milliseconds of the last sign of life on this node. */
  lastActive: number
  /** Version of the stored row that this node knows, and whether there is something new to store. */
  touched: number
  dirty = false
  gone = false

  constructor(realmId: number, row: QueueRow, spec: QueueSpec, now: number) {
    this.id = row.id
    this.userId = row.user_id
    this.realmId = realmId
    this.spec = spec
    this.registeredSeq = row.registered_seq
    this.idleSeconds = row.idle_seconds
    this.acked = row.acked
    this.touched = row.touched
    this.sent = { id: row.acked, through: row.registered_seq }
    this.lastActive = now
  }

  /** Ephemeral ids follow the last row: they need no row, and never reach the ids of the next one. */
  nextEphemeralId(headSeq: number): number {
    return Math.max(this.sent.id + 1, (this.ephemeral.at(-1)?.id ?? 0) + 1, firstEventId(headSeq))
  }

  pushEphemeral(headSeq: number, render: (id: number) => string): void {
    if (this.ephemeral.length >= MOST_EPHEMERAL) this.ephemeral.shift()
    const id = this.nextEphemeralId(headSeq)
    this.ephemeral.push({ id, json: render(id) })
  }
}

export const newQueueId = (): string => randomUUID()
