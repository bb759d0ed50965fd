import { sql } from 'kysely'
import type { Clock } from '../clock.ts'
import type { Database } from '../db/database.ts'
import type { Queue } from './queue.ts'
import { deleteIdle, listQueues, storeProgress } from './queue-store.ts'
import type { Queues } from './queues.ts'

const KEPT_AT_MOST = 8 * 86_400
const KEPT_AT_LEAST = 3_600
const SENT_KEY_SECONDS = 86_400

/**
 * The care of the queues: acknowledgements are written in batches, idle queues end, the log forgets what nobody can ask
 * for. Idleness is measured by this process's own monotonic clock, so neither a clock that jumps nor a server that was
 * down ends a queue early; the row's version tells when another node served it meanwhile.
 */
export class QueueUpkeep {
  readonly #database: Database
  readonly #queues: Queues
  readonly #clock: Clock
  /** Queues of the database that this node does not serve: since when it has seen them unchanged. */
  readonly #strangers = new Map<string, { touched: number; since: number }>()

  constructor(database: Database, queues: Queues, clock: Clock) {
    this.#database = database
    this.#queues = queues
    this.#clock = clock
  }

  async storeProgress(): Promise<void> {
    const dirty = [...this.#queues.byId.values()].filter((queue) => queue.dirty)
    if (dirty.length === 0) return
    for (const queue of dirty) queue.dirty = false
    const touched = await storeProgress(this.#database.db, dirty)
    for (const queue of dirty) {
      const version = touched.get(queue.id)
      if (version === undefined) this.#queues.forget(queue.id)
      else queue.touched = version
    }
  }

  /** Ends the queues that nobody has asked for within their time. */
  async expire(): Promise<void> {
    await this.storeProgress()
    const now = this.#clock.monotonic()
    const idle: { id: string; touched: number }[] = []
    const stored = await listQueues(this.#database.db)
    for (const row of stored) {
      const queue = this.#queues.byId.get(row.id)
      const since = queue ? this.#idleSince(queue, row.touched, now) : this.#strangerSince(row.id, row.touched, now)
      if (now - since >= row.idle_seconds * 1000) idle.push({ id: row.id, touched: row.touched })
    }
    const listed = new Set(stored.map((row) => row.id))
    for (const id of this.#strangers.keys())
      if (!listed.has(id) || this.#queues.byId.has(id)) this.#strangers.delete(id)
    if (idle.length === 0) return
    for (const id of await deleteIdle(this.#database.db, idle)) this.#queues.forget(id)
  }

  #idleSince(queue: Queue, touched: number, now: number): number {
    if (queue.poll) return now
    if (touched !== queue.touched) {
      queue.touched = touched
      queue.lastActive = now
    }
    return queue.lastActive
  }

  #strangerSince(id: string, touched: number, now: number): number {
    const known = this.#strangers.get(id)
    if (known?.touched === touched) return known.since
    this.#strangers.set(id, { touched, since: now })
    return now
  }

  /**
   * A row is kept while an unexpired queue may ask for it, and at most eight days; and an hour in any case, for a node
   * that has fallen behind.
   */
  async trimLog(): Promise<void> {
    const now = Math.floor(this.#clock.now() / 1000)
    await sql`
      with bounds as (
        select l.realm_id,
          coalesce((select min(registered_seq) + 1 from event_queue q where q.realm_id = l.realm_id), l.seq + 1) as needed,
          coalesce((select min(seq) from event_log e where e.realm_id = l.realm_id and e.at >= ${now - KEPT_AT_LEAST}), l.seq + 1) as recent,
          coalesce((select min(seq) from event_log e where e.realm_id = l.realm_id and e.at >= ${now - KEPT_AT_MOST}), l.seq + 1) as kept
        from realm_log l
      ), floors as (
        select realm_id, greatest(kept, least(needed, recent)) as floor from bounds
      ), gone as (
        delete from event_log e using floors f where e.realm_id = f.realm_id and e.seq < f.floor
      )
      update realm_log l set floor = f.floor from floors f where l.realm_id = f.realm_id and f.floor > l.floor
    `.execute(this.#database.db)
    await this.#database.db
      .deleteFrom('sent_key')
      .where('at', '<', now - SENT_KEY_SECONDS)
      .execute()
  }
}
