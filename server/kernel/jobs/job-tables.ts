import pg from 'pg'
import { MIGRATION_LOCK } from '../db/migrate.ts'

/** The schema in which graphile-worker keeps jobs. */
export const SCHEMA = 'graphile_worker'

/** The last migration of the pinned graphile-worker. If the database has it, the start need not load the library. */
export const NEWEST_TABLES = 20

/**
 * Creates or updates the job tables, one process at a time. Each migration of graphile-worker is a transaction, so a
 * killed process leaves a valid state and the next start does the rest. False if there was nothing to do.
 */
export async function makeJobTables(connection: pg.PoolConfig): Promise<boolean> {
  const pool = new pg.Pool({ ...connection, max: 2 })
  // Without error listeners a lost connection would crash the process. Its statement fails anyway.
  pool.on('error', () => {})
  pool.on('connect', (client) => client.on('error', () => {}))
  try {
    const holder = await pool.connect()
    try {
      if (await hasJobTables(holder)) return false
      await holder.query('select pg_advisory_lock($1)', [MIGRATION_LOCK])
      if (await hasJobTables(holder)) return false
      const { Logger, runMigrations } = await import('graphile-worker')
      await runMigrations({ pgPool: pool, schema: SCHEMA, logger: new Logger(() => () => {}) })
      return true
    } finally {
      // Closing the connection releases the lock.
      holder.release(true)
    }
  } finally {
    await pool.end()
  }
}

export async function hasJobTables(client: Pick<pg.ClientBase, 'query'>): Promise<boolean> {
  const { rows: tables } = await client.query<{ exists: boolean }>(
    `select to_regclass('${SCHEMA}.migrations') is not null as exists`,
  )
  if (!tables[0]?.exists) return false
  const { rows } = await client.query<{ newest: number | null }>(`select max(id) as newest from ${SCHEMA}.migrations`)
  return (rows[0]?.newest ?? 0) >= NEWEST_TABLES
}
