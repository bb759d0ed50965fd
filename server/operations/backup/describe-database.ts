import type pg from 'pg'
import type { Counter, Table } from './format.ts'

/** The schema of the job library. */
const JOBS = 'graphile_worker'
const SCHEMAS = ['public', JOBS]

/** Belongs to the version of the job library, not to the data. */
const isOfLibrary = ({ schema, name }: Pick<Table, 'schema' | 'name'>): boolean =>
  schema === JOBS && name === 'migrations'

/** All tables with the columns that are stored as they are. Computed columns are computed again. */
export async function listTables(client: pg.ClientBase): Promise<Table[]> {
  const { rows } = await client.query<Table>(
    `select n.nspname as schema, c.relname as name,
       array_agg(a.attname::text order by a.attnum) filter (where a.attgenerated = '') as columns
     from pg_class c join pg_namespace n on n.oid = c.relnamespace
     join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
     where c.relkind = 'r' and n.nspname = any($1)
     group by n.nspname, c.relname order by n.nspname, c.relname`,
    [SCHEMAS],
  )
  return rows.filter((table) => !isOfLibrary(table))
}

export async function listCounters(client: pg.ClientBase): Promise<Counter[]> {
  const { rows } = await client.query<Counter>(
    `select schemaname as schema, sequencename as name, last_value as last
     from pg_sequences where schemaname = any($1) order by 1, 2`,
    [SCHEMAS],
  )
  return rows
}

/** Values are written the same way whatever the settings of the server are, and nothing ends a long transaction. */
export async function setSession(client: pg.ClientBase): Promise<void> {
  const settings = {
    client_encoding: 'UTF8',
    timezone: 'UTC',
    datestyle: 'ISO, YMD',
    intervalstyle: 'postgres',
    extra_float_digits: '3',
    bytea_output: 'hex',
    statement_timeout: '0',
    lock_timeout: '0',
    idle_in_transaction_session_timeout: '0',
  }
  for (const [name, value] of Object.entries(settings))
    await client.query('select set_config($1, $2, false)', [name, value])
}
