import type pg from 'pg'
import { writeDirectly } from '../wire/direct-write.ts'
import { executeMessage } from '../wire/execute-message.ts'

/** A statement by the name under which a connection remembers it. */
export interface Statement {
  readonly name: string
  readonly text: string
}

/** A row as the database writes it: columns in the statement's order, as text. */
export type TextRow = readonly (string | null)[]

export interface Ran {
  /** Of rows written or read. */
  readonly count: number
  readonly rows: readonly TextRow[]
}

type Value = string | number | boolean | null | undefined

/** What the driver's connection has besides its declared type. */
interface DriverConnection extends pg.Connection {
  readonly parsedStatements: Readonly<Record<string, string>>
}

/**
 * Runs a prepared statement without asking for its description and without making objects of its rows, which together
 * cost more than sending it. For the hottest statements only, whose columns the caller knows.
 */
export function prepared(client: pg.ClientBase, statement: Statement, values: readonly Value[]): Promise<Ran> {
  return new Promise((resolve, reject) => {
    client.query(new PreparedQuery(statement, values, resolve, reject))
  })
}

/** A query as the driver drives it: it is submitted when the connection is free, and told what comes back. */
class PreparedQuery implements pg.Submittable {
  readonly name: string
  readonly text: string
  readonly #values: readonly Value[]
  readonly #rows: TextRow[] = []
  #count = 0
  readonly #resolve: (ran: Ran) => void
  readonly #reject: (error: Error) => void

  constructor(
    { name, text }: Statement,
    values: readonly Value[],
    resolve: (ran: Ran) => void,
    reject: (error: Error) => void,
  ) {
    this.name = name
    this.text = text
    this.#values = values
    this.#resolve = resolve
    this.#reject = reject
  }

  submit(connection: pg.Connection): void {
    const { name, text } = this
    const { stream, parsedStatements } = connection as DriverConnection
    if (parsedStatements[name] === undefined) connection.parse({ name, text, types: [] }, true)
    const values = this.#values.map((value) => (value == null ? null : String(value)))
    writeDirectly(stream, executeMessage(name, values))
  }

  handleDataRow({ fields }: { fields: TextRow }): void {
    this.#rows.push(fields)
  }

  /** Such as `INSERT 0 3`. */
  handleCommandComplete({ text }: { text: string }): void {
    this.#count = Number(text.slice(text.lastIndexOf(' ') + 1))
  }

  handleError(error: Error): void {
    this.#reject(error)
  }

  handleReadyForQuery(): void {
    this.#resolve({ count: this.#count, rows: this.#rows })
  }
}
