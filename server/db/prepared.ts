import pg from 'pg'

/**
 * Runs a prepared statement without the driver's copy of its description, which costs as much as sending it. For the
 * hot statements only.
 */
export function prepared<Row>(client: pg.ClientBase, name: string, text: string, values: unknown[]): Promise<Row[]> {
  return new Promise((resolve, reject) => {
    const query = new pg.Query<never>(text, values) as pg.Query & {
      name: string
      callback: (error: Error | null, result: pg.QueryResult) => void
    }
    query.name = name
    query.callback = (error, result) => (error ? reject(error) : resolve(result.rows as Row[]))
    client.query(query)
  })
}
