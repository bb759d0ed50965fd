import { CompiledQuery, type DatabaseConnection, PostgresDialect, PostgresDriver, type QueryResult } from 'kysely'
import type pg from 'pg'
import type { PlannedQuery } from './planned.ts'

const COUNTED = new Set(['INSERT', 'UPDATE', 'DELETE', 'MERGE'])

/** A connection in the form of the query builder. */
class CallerConnection implements DatabaseConnection {
  readonly #client: pg.PoolClient

  constructor(client: pg.PoolClient) {
    this.#client = client
  }

  async executeQuery<Row>({ name, sql, parameters }: PlannedQuery): Promise<QueryResult<Row>> {
    const values = parameters as unknown[]
    const { command, rowCount, rows } = await this.#client.query(
      name ? { name, text: sql, values } : { text: sql, values },
    )
    if (command === 'COMMIT' || command === 'ROLLBACK') return { rows: [{ command }] as Row[] }
    return COUNTED.has(command) ? { rows: rows as Row[], numAffectedRows: BigInt(rowCount ?? 0) } : { rows }
  }

  streamQuery(): never {
    throw new Error('Rows are not streamed.')
  }
}

const connections = new WeakMap<pg.PoolClient, CallerConnection>()

export function connectionOf(client: pg.PoolClient): DatabaseConnection {
  const known = connections.get(client)
  if (known) return known
  const made = new CallerConnection(client)
  connections.set(client, made)
  return made
}

const noPool = (): never => {
  throw new Error('Connections come from a caller.')
}

/** Begins and ends transactions on the connections of callers. */
class CallerDriver extends PostgresDriver {
  /** The library's version expects the library's own connections. */
  override async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw('rollback'))
  }
}

export const driver = new CallerDriver({ pool: noPool })
/** The query builder requires a dialect but never gets a connection from it. */
export const dialect = new PostgresDialect({ pool: noPool })
