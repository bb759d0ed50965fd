import { Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import type { Turns } from '../base/turns.ts'
import type { ConnectionAtHand } from './connection-at-hand.ts'
import { limitedSession } from './limited-session.ts'
import type { DatabaseLimits, PoolLimits } from './limits.ts'
import { withWrittenArrays } from './number-arrays.ts'
import type { Tables } from './tables.ts'

export type Db = Kysely<Tables>

/** Counts statements, so that tests can limit them on hot paths. */
export interface StatementCount {
  count: number
}

/** A pool and its query builder. */
export interface OpenPool {
  readonly pool: pg.Pool
  readonly db: Db
  readonly statements: StatementCount
  close(): Promise<void>
}

/** Identifies a caller: the id of an account, or the address of a visitor. */
export type CallerKey = number | string

/** The statements of one request. */
export interface CallerStatements {
  readonly db: Db
  /** True if the client has closed its connection. */
  readonly isGone: boolean
  query<Row extends pg.QueryResultRow>(question: pg.QueryConfig): Promise<pg.QueryResult<Row>>
  /** Cancels running statements, because the client has closed its connection. */
  hangUp(): void
}

/** What a request wants to know of its statements. */
export interface CallerOptions {
  onFirstUse?(): void
  /** Called with the milliseconds for which a connection was used. */
  onUsed?(milliseconds: number): void
  /** The request waits for slow reads of the caller, and others wait for it if it is slow itself. */
  readonly isRead?: boolean
}

/** The database of a server. Each kind of work has its own pool, so that none can exhaust another. */
export interface Database {
  /** The lanes, which make all changes, use it. */
  readonly atHand: ConnectionAtHand
  /** For the server's own statements: other nodes, log positions, queues. */
  readonly pool: pg.Pool
  readonly db: Db
  /**
   * For loading an organization into memory. Code that holds one of these connections must not wait for another pool.
   */
  readonly loadPool: pg.Pool
  /** Long background work uses it. It has no time limit on statements. */
  readonly longDb: Db
  readonly limits: DatabaseLimits
  /** Turns of transactions that use a connection of the lanes before their lane. The rest is left for the lanes. */
  readonly rewrites: Turns<string>
  readonly statements: StatementCount
  /** Runs statements for a caller, with a limited number of connections at once. */
  caller(key: CallerKey, options?: CallerOptions): CallerStatements
  /**
   * Also closes this connection, which belongs to no pool, when the database is silent. Call it before the first
   * statement.
   */
  watch(client: pg.Client): void
  /** Closes all idle connections, because the database was silent on another one and they may be dead too. */
  suspectSilence(): void
  close(): Promise<void>
}

const INT8 = 20
const types = {
  // Ids and times fit a double. As strings they would get into arithmetic and JSON.
  getTypeParser: (oid: number, format?: 'text' | 'binary') =>
    oid === INT8 ? Number : pg.types.getTypeParser(oid, format as 'text'),
} as pg.CustomTypesConfig

/** Commands and tests use it, because their migrations and checks may take long. */
const UNLIMITED: PoolLimits = { connections: 12, connect: 5_000 }

interface PoolOptions {
  readonly limits?: PoolLimits
  readonly statements?: StatementCount
  /** Called for each new connection. Returns a function that is called for each statement. */
  onConnection?(client: pg.PoolClient): () => void
}

export function openPool(connection: pg.PoolConfig, options: PoolOptions = {}): OpenPool {
  const { limits = UNLIMITED, statements = { count: 0 } } = options
  const pool = new pg.Pool({
    max: limits.connections,
    connectionTimeoutMillis: limits.connect,
    idleTimeoutMillis: 60_000,
    ...limitedSession(connection, limits),
    types,
  })
  // An idle connection that dies is replaced at its next use. Without a listener the event would end the process.
  pool.on('error', () => {})
  pool.on('connect', (client) => {
    // A connection lost in use fails its statement. Without a listener the event would also end the process.
    client.on('error', () => {})
    const onStatement = options.onConnection?.(client)
    observeStatements(client, () => {
      statements.count += 1
      onStatement?.()
    })
  })
  const db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) })
  const close = async () => {
    await db.destroy()
    // `destroy` ends the pool only if it has ever used it.
    if (!pool.ending) await pool.end()
  }
  return { pool, db, statements, close }
}

export function observeStatements(client: pg.ClientBase, onStatement: () => void): void {
  const query = client.query.bind(client) as (...args: unknown[]) => unknown
  client.query = ((...args: unknown[]) => {
    onStatement()
    return query(...withWrittenArrays(args))
  }) as typeof client.query
}
