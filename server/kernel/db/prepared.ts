import type pg from 'pg'
import { writeDirectly } from '../wire/direct-write.ts'
import { executeMessage } from '../wire/execute-message.ts'

/** A statement and the name under which a connection prepares it. */
export interface Statement {
  readonly name: string
  readonly text: string
}

/** A row as text, with columns in the statement's order. */
export type TextRow = readonly (string | null)[]

export interface Ran {
  /** The number of rows written or read. */
  readonly count: number
  readonly rows: readonly TextRow[]
}

type Value = string | number | boolean | null | undefined

/** A part of the driver's connection that its declared type lacks. */
interface DriverConnection extends pg.Connection {
  readonly parsedStatements: Readonly<Record<string, string>>
}

/**
 * Runs a prepared statement without requesting its description and without building row objects, which together cost
 * more than sending it. Only for the hottest statements, whose columns the caller knows.
 */
export function prepared(client: pg.ClientBase, statement: Statement, values: readonly Value[]): Promise<Ran> {
  return new Promise((resolve, reject) => {
    client.query(new PreparedQuery(statement, values, resolve, reject))
  })
}

/** A query in the form that the driver runs: submitted when the connection is free, and called with each message. */
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

  /** The text is, for example, `INSERT 0 3`. */
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
