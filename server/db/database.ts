import { Kysely, PostgresDialect, type PostgresPoolClient } from 'kysely'
import pg from 'pg'
import { getOrMake } from '../get-or-make.ts'
import { ConnectionAtHand } from './connection-at-hand.ts'
import type { Tables } from './tables.ts'

export type Db = Kysely<Tables>

/** The pool and its query builder. Statements are counted, so that tests can hold a hot path to its number. */
export interface Database {
  readonly pool: pg.Pool
  readonly atHand: ConnectionAtHand
  readonly db: Db
  readonly statements: { count: number }
  close(): Promise<void>
}

const INT8 = 20
const types = {
  // Ids and times fit a double; a string would leak into arithmetic and JSON.
  getTypeParser: (oid: number, format?: 'text' | 'binary') =>
    oid === INT8 ? Number : pg.types.getTypeParser(oid, format as 'text'),
} as pg.CustomTypesConfig

/** A database that vanished without a word (a machine lost, a router that forgot) is noticed. */
export const KEEP_ALIVE = { keepAlive: true, keepAliveInitialDelayMillis: 5_000 } as const

export function openPool(connection: pg.PoolConfig): Database {
  const pool = new pg.Pool({
    max: 12,
    connectionTimeoutMillis: 5_000,
    idleTimeoutMillis: 60_000,
    ...KEEP_ALIVE,
    ...connection,
    types,
  })
  // An idle connection that dies is replaced at its next use; without a listener it would end the process.
  pool.on('error', () => {})
  const atHand = new ConnectionAtHand(pool)
  const statements = { count: 0 }
  pool.on('connect', (client) => {
    // A connection lost in use fails its statement; the event beside it would end the process.
    client.on('error', () => atHand.forget(client))
    countStatements(client, statements)
  })
  const db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) })
  const close = async () => {
    atHand.close()
    await db.destroy()
    // Which ends the pool only if it has ever used it.
    if (!pool.ending) await pool.end()
  }
  return { pool, atHand, db, statements, close }
}

const ownDatabases = new WeakMap<pg.ClientBase, Db>()

/** The query builder on one connection, for statements of both forms in one transaction. */
export const databaseOn = (client: pg.ClientBase): Db =>
  getOrMake(ownDatabases, client, () => {
    const lent: PostgresPoolClient = { query: client.query.bind(client) as PostgresPoolClient['query'], release() {} }
    return new Kysely<Tables>({
      dialect: new PostgresDialect({ pool: { connect: async () => lent, end: async () => {}, options: {} } }),
    })
  })

function countStatements(client: pg.PoolClient, statements: { count: number }): void {
  const query = client.query.bind(client) as (...args: unknown[]) => unknown
  client.query = ((...args: unknown[]) => {
    statements.count += 1
    return query(...args)
  }) as typeof client.query
}
