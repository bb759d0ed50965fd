import type { CompiledQuery, QueryResult, RawBuilder } from 'kysely'
import type { Db } from './database.ts'

/** A statement with the name under which a connection keeps its plan. */
export interface PlannedQuery<Row = unknown> extends CompiledQuery<Row> {
  readonly name?: string | undefined
}

/**
 * Runs a statement that a connection of a caller or of the lane plans only a few times. For large statements on little
 * data, which take longer to plan than to run. The name belongs to one text.
 */
export const runPlanned = <Row>(db: Db, name: string, statement: RawBuilder<Row>): Promise<QueryResult<Row>> =>
  run(db, statement.compile(db), name)

const run = <Row>(db: Db, compiled: CompiledQuery<Row>, name: string | undefined): Promise<QueryResult<Row>> => {
  const planned: PlannedQuery<Row> = { ...compiled, name }
  return db.executeQuery(planned)
}

const names = new Map<string, string>()
/** A connection keeps the plan of every name, so there must not be many. */
const MAX_PLAN_NAMES = 20

/** The same for a statement that is put together from parts. Only the first combinations get a name. */
export function runCombined<Row>(db: Db, statement: RawBuilder<Row>): Promise<QueryResult<Row>> {
  const compiled = statement.compile(db)
  let name = names.get(compiled.sql)
  if (name === undefined && names.size < MAX_PLAN_NAMES) {
    name = `combined-${names.size}`
    names.set(compiled.sql, name)
  }
  return run(db, compiled, name)
}
