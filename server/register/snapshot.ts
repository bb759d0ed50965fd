import type { Db } from '../db/database.ts'
import type { QueueSpec } from '../events/queue-spec.ts'
import type { RealmState } from '../realm-state/realm-state.ts'
import type { User } from '../realm-state/user.ts'

/** JSON that is already written: cached parts go into the answer as they are. */
export class Json {
  readonly text: string
  constructor(text: string) {
    this.text = text
  }
}

/** Fields of the answer; a value may be JSON already. */
export type Fields = Record<string, unknown>

/** Which state is asked for, and for which client: all that a visitor can say. */
export interface VisitorRequest {
  readonly realm: RealmState
  readonly spec: QueueSpec
  /** Seconds. */
  readonly now: number
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
  /** Runs while memory is exactly at the position: takes what it needs, awaits nothing. */
  take(request: Request): Fields | ((db: Db) => Promise<Fields>)
}
