import {
  CompiledQuery,
  type ConnectionProvider,
  type DatabaseConnection,
  DefaultQueryExecutor,
  Kysely,
  PostgresAdapter,
  PostgresDialect,
  PostgresDriver,
  PostgresQueryCompiler,
  type QueryResult,
} from 'kysely'
import type pg from 'pg'
import { getOrMake } from '../base/get-or-make.ts'
import type { Db } from './database.ts'
import type { PlannedQuery } from './planned.ts'
import type { Tables } from './tables.ts'

const COUNTED = new Set(['INSERT', 'UPDATE', 'DELETE', 'MERGE'])

/** A connection in the form of the query builder. */
class GivenConnection implements DatabaseConnection {
  readonly #client: pg.ClientBase

  constructor(client: pg.ClientBase) {
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

const connections = new WeakMap<pg.ClientBase, GivenConnection>()

export const connectionOf = (client: pg.ClientBase): DatabaseConnection =>
  getOrMake(connections, client, () => new GivenConnection(client))

const noPool = (): never => {
  throw new Error('The connection is given.')
}

/** Begins and ends transactions on given connections. */
class GivenDriver extends PostgresDriver {
  /** The library's version expects the library's own connections. */
  override async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw('rollback'))
  }
}

const COMPILER = new PostgresQueryCompiler()
const ADAPTER = new PostgresAdapter()
const driver = new GivenDriver({ pool: noPool })
/** The query builder requires a dialect but never gets a connection from it. */
const dialect = new PostgresDialect({ pool: noPool })
const config = { dialect }

/** Shares all parts but the provider. A whole query builder would cost ten microseconds. */
export const queryBuilderOn = (provider: ConnectionProvider): Db =>
  new Kysely<Tables>({ config, dialect, driver, executor: new DefaultQueryExecutor(COMPILER, ADAPTER, provider) })

const ownDatabases = new WeakMap<pg.ClientBase, Db>()

/** The query builder on one connection, for using it together with plain statements in one transaction. */
export const databaseOn = (client: pg.ClientBase): Db =>
  getOrMake(ownDatabases, client, () =>
    queryBuilderOn({ provideConnection: (consumer) => consumer(connectionOf(client)) }),
  )
