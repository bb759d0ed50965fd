import type { Narrow, Seen, Unread } from './answers.ts'
import type { Operation } from './history.ts'

/** What a person gets for a narrow: all its messages, and the anchor that first_unread became. */
export interface View {
  readonly messages: readonly Seen[]
  readonly firstUnread: number
}

/** The server, in the history's numbers: fresh people and channels for every history. */
export interface World {
  /** The id of the message, when the operation sends one; 0 otherwise. `targets`: the ids that a flag operation names. */
  run(operation: Operation, targets: readonly number[]): Promise<number>
  /** Null when the narrow names a channel that does not exist for this person. */
  view(who: number, narrow: Narrow): Promise<View | null>
  /** Of these messages, the ones that the person received and may read. Narrows to channels tell of all the others. */
  byIds(who: number, ids: readonly number[]): Promise<number[]>
  unread(who: number): Promise<Unread>
}
