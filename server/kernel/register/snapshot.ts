import type { Expression } from 'kysely'
import type { Config } from '../base/config.ts'
import type { Db } from '../db/database.ts'
import type { QueueSpec } from '../events/queue-spec.ts'
import type { RealmState } from '../realm-state/realm-state.ts'
import type { User } from '../realm-state/user.ts'

/** Text, or bytes if they are cached for the next answer. */
export type JsonPiece = string | Buffer

/** A value whose feature caches or writes its own JSON, piece by piece, when the answer is written. */
export class Json {
  readonly pieces: Iterable<JsonPiece>
  constructor(pieces: Iterable<JsonPiece>) {
    this.pieces = pieces
  }
}

/** Fields of the answer. A value may be `Json`. */
export type Fields = Record<string, unknown>

/** The requested state and the client: all that is known of a visitor. */
export interface VisitorRequest {
  readonly realm: RealmState
  readonly spec: QueueSpec
  /** Seconds. */
  readonly now: number
  /** How many days back presence is wanted. */
  readonly presenceDays: number
  /** The settings of the server. */
  readonly config: Config
  /** The organization's address. */
  readonly url: string
  /** The start time of this process. */
  readonly generation: number
}

export interface StateRequest extends VisitorRequest {
  readonly user: User
}

/** Rows that a slice needs. The rows of all slices are read by one statement, as JSON. */
export class RowsRequest {
  readonly query: (db: Db) => Expression<unknown>
  readonly present: (rows: never[]) => Fields

  constructor(query: (db: Db) => Expression<unknown>, present: (rows: never[]) => Fields) {
    this.query = query
    this.present = present
  }
}

/** Rows of a query without times or bytes, which JSON would change. */
export const wantRows = <Row>(query: (db: Db) => Expression<Row>, present: (rows: Row[]) => Fields): RowsRequest =>
  new RowsRequest(query, present as RowsRequest['present'])

/** A part of the state: read from memory synchronously, then completed from the database at the same position. */
export interface StateSlice<Request extends VisitorRequest = StateRequest> {
  readonly types: readonly string[]
  /**
   * Runs while memory is exactly at the position and all others wait, so it must be synchronous. Records are immutable,
   * so it can keep references to them and write their JSON later.
   */
  take(request: Request): Fields | RowsRequest | ((db: Db) => Promise<Fields>)
}
