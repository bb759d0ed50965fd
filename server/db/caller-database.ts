import {
  type Dialect,
  Kysely,
  PostgresAdapter,
  PostgresDriver,
  PostgresIntrospector,
  type PostgresPool,
  PostgresQueryCompiler,
} from 'kysely'
import type pg from 'pg'
import { CallerGone } from './busy.ts'
import type { CallerKey, Db } from './database.ts'
import type { Tables } from './tables.ts'
import type { Turns } from './turns.ts'

/** What the statements of all callers share. */
export interface CallerMeans {
  readonly pool: pg.Pool
  readonly turns: Turns<CallerKey>
  /** Ends the statement that a connection is at. */
  cancel(client: pg.PoolClient): void
}

/**
 * The database on behalf of one caller, for one request: every connection takes one of the caller's turns, and what runs
 * ends when the caller hangs up. To the query builder it is a pool.
 */
export class CallerDatabase implements PostgresPool {
  readonly #means: CallerMeans
  readonly #key: CallerKey
  #onFirstUse: (() => void) | undefined
  readonly #used = new Set<pg.PoolClient>()
  #db: Db | undefined
  #isGone = false

  constructor(means: CallerMeans, key: CallerKey, onFirstUse?: () => void) {
    this.#means = means
    this.#key = key
    this.#onFirstUse = onFirstUse
  }

  get db(): Db {
    this.#db ??= new Kysely<Tables>({ dialect: dialectFor(this) })
    return this.#db
  }

  get options(): object {
    return this.#means.pool.options
  }

  async connect(): Promise<pg.PoolClient> {
    const { pool, turns } = this.#means
    this.#onFirstUse?.()
    this.#onFirstUse = undefined
    const turn = turns.begin(this.#key)
    if (turn) await turn
    try {
      if (this.#isGone) throw new CallerGone()
      const client = await pool.connect()
      this.#lend(client)
      return client
    } catch (error) {
      turns.end(this.#key)
      throw error
    }
  }

  /** The turn ends with the use of the connection, also when the statement was cancelled: not before the database is done. */
  #lend(client: pg.PoolClient): void {
    const { release } = client
    if (this.#isGone) {
      release()
      throw new CallerGone()
    }
    this.#used.add(client)
    client.release = (failure) => {
      this.#used.delete(client)
      // What was sent to cancel a statement may reach the database after it: nobody else gets this connection.
      release(failure || this.#isGone)
      this.#means.turns.end(this.#key)
    }
  }

  async query<Row extends pg.QueryResultRow>(question: pg.QueryConfig): Promise<pg.QueryResult<Row>> {
    const client = await this.connect()
    let failed = true
    try {
      const result = await client.query<Row>(question)
      failed = false
      return result
    } finally {
      client.release(failed)
    }
  }

  /** Nobody waits for the answer any more. */
  hangUp(): void {
    this.#isGone = true
    for (const client of this.#used) this.#means.cancel(client)
  }

  get isGone(): boolean {
    return this.#isGone
  }

  /** The pool is the server's. */
  async end(): Promise<void> {}
}

const ADAPTER = new PostgresAdapter()
const COMPILER = new PostgresQueryCompiler()

/** What keeps nothing is shared: it would be most of what a query builder for each request costs. */
const dialectFor = (pool: PostgresPool): Dialect => ({
  createDriver: () => new PostgresDriver({ pool }),
  createAdapter: () => ADAPTER,
  createQueryCompiler: () => COMPILER,
  createIntrospector: (db) => new PostgresIntrospector(db),
})
