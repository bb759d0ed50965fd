import pg from 'pg'
import { MIGRATION_LOCK } from '../db/migrate.ts'

/** The schema in which graphile-worker keeps jobs. */
export const SCHEMA = 'graphile_worker'

/** The last migration of the pinned graphile-worker: a start that finds it need not load the library. */
export const NEWEST_TABLES = 20

/**
 * Makes the tables of jobs, or brings them up to date, one process at a time. Each of graphile-worker's migrations is a
 * transaction, so a process killed in the middle leaves the rest to the next start. True when there was something to do.
 */
export async function makeJobTables(connection: pg.PoolConfig): Promise<boolean> {
  const pool = new pg.Pool({ ...connection, max: 2 })
  // Without listeners a lost connection would end the process; the statement that meets it fails anyway.
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
      // The lock ends with its connection.
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
