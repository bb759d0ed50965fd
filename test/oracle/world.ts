import type { Narrow, SeenMessage, Term, TopicPolicy, Unread } from './answers.ts'
import type { Operation } from './history.ts'

/** A person's result for a narrow: all its messages, and the anchor for first_unread. */
export interface View {
  readonly messages: readonly SeenMessage[]
  readonly firstUnread: number
}

/** The server in the numbers of the history, with new people and channels for every history. */
export interface World {
  /**
   * Returns the id of the message if the operation sends one, otherwise 0. `targets` are the ids of the messages that the operation is about.
   */
  run(operation: Operation, targets: readonly number[]): Promise<number>
  /** Null if the narrow names a channel that does not exist for this person. */
  view(who: number, narrow: Narrow): Promise<View | null>
  /** The ones of these messages that the person received and may read. Narrows to channels cover all others. */
  byIds(who: number, ids: readonly number[]): Promise<number[]>
  unread(who: number): Promise<Unread>
  /** The same for a narrow of several terms. Null if it is refused. */
  viewTerms(who: number, terms: readonly Term[]): Promise<View | null>
  setPolicy(policy: TopicPolicy): Promise<void>
  muteChannel(who: number, channel: number): Promise<void>
}
