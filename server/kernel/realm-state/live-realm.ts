import { sql } from 'kysely'
import type { Database, Db } from '../db/database.ts'
import { type Follower, type ReadLog, readThrough } from '../log/follower.ts'
import { Lane } from '../log/lane.ts'
import { type LogRow, parseLogRow } from '../log/log-row.ts'
import { readLog } from '../log/read-log.ts'
import { loadRealm, type StateParts } from './load.ts'
import type { RealmState } from './realm-state.ts'
import { Mutex } from './structures/mutex.ts'

/** The timeout of the head read. Every request waits for it. */
const HEAD_MILLISECONDS = 5_000
/** A statement whose connection was lost may still be running. It may commit after the first head read. */
const DOUBT_MILLISECONDS = 60_000

export interface RealmHooks {
  /** Memory has just applied this row, from any node, and is exactly at its position. */
  onRow(realm: LiveRealm, row: LogRow): void
  /** This process has committed rows, and memory has applied them. */
  onCommitted(realm: LiveRealm): void
  /** Memory was reloaded at a later position. Waiting queues do not receive the rows in between. */
  onReload(realm: LiveRealm): void
  /** Reports how many small changes shared a commit. */
  onBatch(size: number): void
}

/** An organization in memory: its state, its lane, and the applier that applies log rows to the state. */
export class LiveRealm implements Follower {
  readonly state: RealmState
  readonly lane: Lane
  readonly #database: Database
  readonly #applier = new Mutex()
  readonly #hooks: RealmHooks
  readonly #parts: StateParts
  #uncertainSince: number | undefined
  #headRead: Promise<void> | undefined
  #nextHeadRead: Promise<void> | undefined

  constructor(state: RealmState, database: Database, parts: StateParts, hooks: RealmHooks) {
    this.state = state
    this.#database = database
    this.#hooks = hooks
    this.#parts = parts
    this.lane = new Lane(database, this, parts.clock, hooks.onBatch)
  }

  get realmId(): number {
    return this.state.id
  }

  get seq(): number {
    return this.state.seq
  }

  apply(rows: readonly LogRow[]): Promise<void> | undefined {
    if (rows.length === 0) return undefined
    if (!this.#applier.isFree) return this.#applier.run(() => this.#applyOwn(rows))
    this.#applyOwn(rows)
    return undefined
  }

  #applyOwn(rows: readonly LogRow[]): void {
    this.#apply(rows)
    this.#hooks.onCommitted(this)
  }

  /**
   * Takes the connection first and then the applier. The other order could deadlock: a holder of the applier would wait
   * for a connection that is held by code waiting for the applier.
   */
  catchUp(read?: ReadLog): Promise<void> {
    if (!read) return this.#database.db.connection().execute((db) => this.catchUp(readThrough(db)))
    return this.#applier.run(() => this.#readRows(Number.MAX_SAFE_INTEGER, read))
  }

  markUncertain(): void {
    this.#uncertainSince = this.#parts.clock.monotonic()
  }

  /** True while memory may be behind the log without a notification. */
  get isUncertain(): boolean {
    return this.#uncertainSince !== undefined
  }

  /**
   * Brings memory and a database snapshot to the same position. While the applier is paused, the first statement of a
   * REPEATABLE READ transaction reads its position, memory catches up to it, and `take` reads memory synchronously.
   */
  atSnapshot<T>(snapshot: Db, take: (position: number) => T): Promise<T> {
    return this.#applier.run(async () => {
      const { rows } = await sql<{ seq: number }>`select seq from realm_log where realm_id = ${this.realmId}`.execute(
        snapshot,
      )
      const position = rows[0]!.seq
      if (position > this.seq) await this.#readRows(position, readThrough(snapshot))
      if (this.seq !== position) throw new Error(`memory is at ${this.seq}, the snapshot at ${position}`)
      return take(position)
    })
  }

  /**
   * Brings memory to the head of the log, for use with other nodes. It takes one indexed read, which all requests that
   * arrived before it started share.
   */
  bringToHead(): Promise<void> {
    if (!this.#headRead) {
      this.#headRead = this.#readHead().finally(() => {
        this.#headRead = undefined
      })
      return this.#headRead
    }
    this.#nextHeadRead ??= this.#headRead
      .catch(() => {})
      .then(() => {
        this.#nextHeadRead = undefined
        return this.bringToHead()
      })
    return this.#nextHeadRead
  }

  async #readHead(): Promise<void> {
    const began = this.#parts.clock.monotonic()
    const question = {
      name: 'realm-head',
      text: 'select seq from realm_log where realm_id = $1',
      values: [this.realmId],
      query_timeout: HEAD_MILLISECONDS,
    }
    const { rows } = await this.#database.pool.query<{ seq: number }>(question)
    if ((rows[0]?.seq ?? 0) > this.seq) await this.catchUp()
    if (this.#uncertainSince !== undefined && began - this.#uncertainSince >= DOUBT_MILLISECONDS)
      this.#uncertainSince = undefined
  }

  async #readRows(upTo: number, read: ReadLog): Promise<void> {
    let isMore = this.seq < upTo
    while (isMore) {
      const { rows, isCut } = await readLog(read, this.realmId, this.seq, upTo)
      const first = rows[0]?.seq ?? (await this.#firstKept(read))
      if (first > this.seq + 1) return this.#reload()
      this.#apply(rows.map(parseLogRow))
      isMore = isCut
    }
  }

  async #firstKept(read: ReadLog): Promise<number> {
    const [log] = await read<{ floor: number }>('select floor from realm_log where realm_id = $1', [this.realmId])
    return log!.floor
  }

  /** This process was paused for so long that the log no longer has the rows that memory needs next. */
  async #reload(): Promise<void> {
    this.state.replaceWith(await loadRealm(this.#database, this.realmId, this.#parts))
    this.#hooks.onReload(this)
  }

  /** Applies row by row, because each row is delivered to those who were entitled at its own position. */
  #apply(rows: readonly LogRow[]): void {
    for (const row of rows) {
      if (row.seq <= this.seq) continue
      if (row.seq !== this.seq + 1)
        throw new Error(`the log of organization ${this.realmId} has a gap after ${this.seq}`)
      this.state.apply(row)
      this.#hooks.onRow(this, row)
    }
  }
}
