import type { CompiledQuery, QueryResult, RawBuilder } from 'kysely'
import type { Db } from './database.ts'

/** A statement with the name under which a connection keeps its plan. */
export interface PlannedQuery extends CompiledQuery {
  readonly name?: string
}

/**
 * Runs a statement that each connection of a caller plans only a few times. For large statements on little data, which
 * take longer to plan than to run. The name belongs to one text.
 */
export const runPlanned = <Row>(db: Db, name: string, statement: RawBuilder<Row>): Promise<QueryResult<Row>> => {
  const planned: PlannedQuery = { ...statement.compile(db), name }
  return db.executeQuery(planned) as Promise<QueryResult<Row>>
}
