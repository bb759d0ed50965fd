import type { Db } from '../db/database.ts'
import type { QueueSpec } from '../events/queue-spec.ts'
import type { RealmState } from '../realm-state/realm-state.ts'
import type { User } from '../realm-state/user.ts'

/** Text, or its bytes where they are kept for the next answer. */
export type JsonPiece = string | Buffer

/** A value whose JSON is kept or written by the feature itself, piece by piece, when the answer needs it. */
export class Json {
  readonly pieces: Iterable<JsonPiece>
  constructor(pieces: Iterable<JsonPiece>) {
    this.pieces = pieces
  }
}

/** Fields of the answer; a value may be `Json`. */
export type Fields = Record<string, unknown>

/** Which state is asked for, and for which client: all that a visitor can say. */
export interface VisitorRequest {
  readonly realm: RealmState
  readonly spec: QueueSpec
  /** Seconds. */
  readonly now: number
  /** How many days back presence is wanted. */
  readonly presenceDays: number
  readonly isDevelopment: boolean
  /** The organization's address. */
  readonly url: string
  /** When this process started. */
  readonly generation: number
}

export interface StateRequest extends VisitorRequest {
  readonly user: User
}

/** A piece of the state: read from memory in one go, then completed from the same position of the database. */
export interface StateSlice<Request extends VisitorRequest = StateRequest> {
  readonly types: readonly string[]
  /**
   * Runs while memory is exactly at the position, and everybody else waits: takes what it needs and awaits nothing. Records
   * are never changed, so it is enough to take those; their JSON can be written later.
   */
  take(request: Request): Fields | ((db: Db) => Promise<Fields>)
}
