import type { Clock } from '../base/clock.ts'
import type { Database } from '../db/database.ts'
import { LogTrimmer, type LostRows } from '../log/trim-log.ts'
import { LONGEST_POLL_SECONDS } from './heartbeats.ts'
import { deleteIdle, listQueues, storeProgress, versionsOf } from './queue-store.ts'
import type { Queues } from './queues.ts'

/** A node that is alone on the database knows all queues except those left by an earlier start or a stopped node. */
const DISCOVER_EVERY = 600_000

/** The maximum delay until a node has stored a poll, including a second try. */
const LATE_SECONDS = 7

/** A queue with its last known version, which grows with every stored poll. */
interface Version {
  readonly id: string
  readonly version: number
}

interface UnknownQueue {
  readonly version: number
  readonly since: number
  readonly idleSeconds: number
}

/**
 * Stores acknowledgements in batches, ends idle queues and trims the log. Idle time is measured by this process's
 * monotonic clock, so neither a clock change nor downtime ends a queue early. The row's version shows whether another
 * node has served the queue.
 */
export class QueueUpkeep {
  readonly #database: Database
  readonly #queues: Queues
  readonly #clock: Clock
  readonly #trimmer: LogTrimmer
  readonly #readLog: () => Promise<void>
  /** Queues in the database that this node does not serve, with the time since when they are unchanged. */
  readonly #unknown = new Map<string, UnknownQueue>()
  #discoveredAt = Number.NEGATIVE_INFINITY

  constructor(
    database: Database,
    queues: Queues,
    clock: Clock,
    readLog: () => Promise<void>,
    onLost: (lost: LostRows) => void,
  ) {
    this.#readLog = readLog
    this.#trimmer = new LogTrimmer(database, clock, onLost)
    this.#database = database
    this.#queues = queues
    this.#clock = clock
    queues.lastSeen = (id) => this.#unknown.get(id)?.since
  }

  async storeProgress(): Promise<void> {
    const dirty = [...this.#queues.byId.values()].filter((queue) => queue.dirty)
    if (dirty.length === 0) return
    for (const queue of dirty) queue.dirty = false
    const surprises = await storeProgress(this.#database.db, dirty).catch((error) => {
      for (const queue of dirty) queue.dirty = true
      throw error
    })
    for (const queue of dirty) {
      const version = surprises.get(queue.id)
      if (version === null) this.#queues.forget(queue.id)
      else if (version === undefined) queue.version += 1
      else queue.meetVersion(version)
    }
  }

  /** Ends the queues that were idle for longer than their limit. The cost depends on the number of idle queues. */
  async expire(): Promise<void> {
    await this.storeProgress()
    const now = this.#clock.monotonic()
    if (now - this.#discoveredAt >= DISCOVER_EVERY || this.#queues.shared()) await this.#discoverQueues(now)
    const idle = [...this.#idleOfOurs(now), ...this.#idleOfOthers(now)]
    if (idle.length === 0) return
    const gone = await deleteIdle(this.#database.db, idle)
    for (const id of gone) {
      this.#forget(id)
      this.#queues.onTaken(id, true)
    }
    await this.#recheck(
      idle.filter(({ id }) => !gone.has(id)),
      now,
    )
  }

  *#idleOfOurs(now: number): Iterable<Version> {
    for (const { id, version, poll, lastActive, idleSeconds, isServedElsewhere } of this.#queues.byId.values())
      if (!poll && now - lastActive >= this.#patience(idleSeconds, isServedElsewhere)) yield { id, version }
  }

  *#idleOfOthers(now: number): Iterable<Version> {
    for (const [id, { version, since, idleSeconds }] of this.#unknown) {
      if (this.#queues.byId.has(id)) this.#unknown.delete(id)
      else if (now - since >= this.#patience(idleSeconds, true)) yield { id, version }
    }
  }

  /** Milliseconds. Another node stores the start of a poll with a delay, and does not store its end. */
  #patience(idleSeconds: number, isServedElsewhere: boolean): number {
    const others = this.#queues.shared() ? LATE_SECONDS + (isServedElsewhere ? LONGEST_POLL_SECONDS : 0) : 0
    return 1000 * (idleSeconds + others)
  }

  async #discoverQueues(now: number): Promise<void> {
    for (const { id, version, idle_seconds: idleSeconds } of await listQueues(this.#database.db)) {
      if (!this.#queues.byId.has(id) && this.#unknown.get(id)?.version !== version)
        this.#unknown.set(id, { version, since: now, idleSeconds })
    }
    this.#discoveredAt = now
  }

  /** Handles queues that another node has served or ended since. */
  async #recheck(queues: readonly Version[], now: number): Promise<void> {
    if (queues.length === 0) return
    const versions = await versionsOf(
      this.#database.db,
      queues.map(({ id }) => id),
    )
    for (const { id } of queues) {
      const version = versions.get(id)
      const queue = this.#queues.byId.get(id)
      const known = this.#unknown.get(id)
      if (version === undefined) this.#forget(id)
      else if (queue) {
        queue.meetVersion(version)
        queue.lastActive = now
      } else if (known) this.#unknown.set(id, { ...known, version, since: now })
    }
  }

  #forget(id: string): void {
    this.#unknown.delete(id)
    this.#queues.forget(id)
  }

  /** Reads the log first, because rows that are not read yet cannot be deleted. The reader logs its own failures. */
  async trimLog(): Promise<void> {
    await this.#readLog().catch(() => {})
    for (const { realmId, floor } of await this.#trimmer.trim()) this.#queues.forgetBefore(realmId, floor)
  }
}
