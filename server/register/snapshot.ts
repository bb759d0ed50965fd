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

/** Whose state, as of which position, for which client. */
export interface StateRequest {
  readonly realm: RealmState
  readonly user: User
  readonly spec: QueueSpec
  readonly includeSubscribers: 'true' | 'false' | 'partial'
  /** Seconds. */
  readonly now: number
  readonly isDevelopment: boolean
  /** The organization's address. */
  readonly url: string
  readonly generation: number
}

/** A piece of the state: read from memory in one go, then completed from the same position of the database. */
export interface StateSlice {
  readonly types: readonly string[]
  /** Runs while memory is exactly at the position: takes what it needs, awaits nothing. */
  take(request: StateRequest): Fields | ((db: Db) => Promise<Fields>)
}
