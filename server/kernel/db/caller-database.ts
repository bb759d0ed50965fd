import type { ConnectionProvider, DatabaseConnection } from 'kysely'
import type pg from 'pg'
import { CallerGone } from '../base/busy.ts'
import type { Turns } from '../base/turns.ts'
import type { CallerKey, CallerOptions, CallerStatements, Db } from './database.ts'
import { connectionOf, queryBuilderOn } from './query-builder.ts'
import type { SlowReads } from './slow-reads.ts'

/** Shared by the statements of all callers. */
export interface CallerResources {
  readonly pool: pg.Pool
  readonly turns: Turns<CallerKey>
  readonly slowReads: SlowReads
  /** Cancels the statement that runs on a connection. */
  cancel(client: pg.PoolClient): void
}

/**
 * Runs the statements of one request. Every connection takes one of the caller's turns, and a running statement is
 * cancelled when the client disconnects.
 */
export class CallerDatabase implements CallerStatements, ConnectionProvider {
  readonly #means: CallerResources
  readonly #key: CallerKey
  readonly #options: CallerOptions
  #isUsed = false
  readonly #used = new Set<pg.PoolClient>()
  #db: Db | undefined
  #isGone = false

  constructor(means: CallerResources, key: CallerKey, options: CallerOptions = {}) {
    this.#means = means
    this.#key = key
    this.#options = options
  }

  get db(): Db {
    this.#db ??= queryBuilderOn(this)
    return this.#db
  }

  provideConnection<T>(consumer: (connection: DatabaseConnection) => Promise<T>): Promise<T> {
    return this.#withConnection((client) => consumer(connectionOf(client)))
  }

  query<Row extends pg.QueryResultRow>(question: pg.QueryConfig): Promise<pg.QueryResult<Row>> {
    return this.#withConnection((client) => client.query<Row>(question))
  }

  /** The turn ends when the connection is free again. After a cancellation, that is when the database has finished. */
  async #withConnection<T>(use: (client: pg.PoolClient) => Promise<T>): Promise<T> {
    const { pool, turns, slowReads } = this.#means
    const { isRead = false, onFirstUse, onUsed } = this.#options
    if (!this.#isUsed) onFirstUse?.()
    this.#isUsed = true
    const slow = isRead ? slowReads.wait(this.#key, this) : undefined
    if (slow) await slow
    const turn = turns.begin(this.#key)
    if (turn) await turn
    try {
      this.#requirePresent()
      const client = await pool.connect()
      const since = performance.now()
      if (isRead) slowReads.begin(this.#key, this)
      try {
        this.#requirePresent()
        this.#used.add(client)
        return await use(client)
      } finally {
        this.#used.delete(client)
        if (isRead) slowReads.end(this.#key, this)
        onUsed?.(performance.now() - since)
        // A cancellation may reach the database after its statement has ended. It must not hit the next user of this
        // connection.
        client.release(this.#isGone || client.getTransactionStatus() !== 'I')
      }
    } finally {
      turns.end(this.#key)
    }
  }

  #requirePresent(): void {
    if (this.#isGone) throw new CallerGone()
  }

  hangUp(): void {
    this.#isGone = true
    for (const client of this.#used) this.#means.cancel(client)
  }

  get isGone(): boolean {
    return this.#isGone
  }
}
