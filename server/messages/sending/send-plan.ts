import type { AutomaticPolicy } from '../../channels/user-topics/policy.ts'
import type { Audience } from '../../kernel/log/audience.ts'
import type { LoggedMessage } from '../../kernel/log/log-row.ts'
import type { RealmState } from '../../kernel/realm-state/realm-state.ts'

/**
 * The log message without the fields that its place in the lane decides. They are set in place, because a copy costs
 * more.
 */
export interface UnplacedMessage extends Omit<LoggedMessage, 'id' | 'topic' | 'sentAt'> {
  id: number
  topic: string
  sentAt: number
}

/** A send that has passed every check and can be written with others. */
export interface SendPlan {
  readonly realm: RealmState
  readonly message: UnplacedMessage
  readonly mflags: number
  /** What search finds it by, separated by blanks. */
  readonly lexemes: string
  readonly audience: Audience
  /** Sparse rows of `user_flag`. */
  readonly userFlags: readonly { readonly userId: number; readonly flags: number }[]
  readonly key: SendKey | undefined
  readonly headsRead: HeadsSnapshot | undefined
}

/** Identifies a send that may be repeated: the same key with the same content is the same message. */
export interface SendKey {
  readonly key: string
  readonly digest: string
  /** Valid as long as it is stored, not only for 24 hours of wall time, because a job may wait while no server runs. */
  readonly isLasting?: boolean
}

export interface SendOutcome {
  readonly id: number
  /** The stored spelling of the topic, which may differ in case from the sent one. */
  readonly topic: string
  /** Only if the message had been sent before: the policy that its sender got for the topic by sending it. */
  readonly policy?: AutomaticPolicy | null
}

/** The outcome of an earlier send with the same key. */
export interface KnownSend extends SendOutcome {
  readonly digest: string
}

/** The facts that are read before a send is decided. */
export interface SendFacts {
  /** The outcome of an earlier send with the same key. */
  readonly repeated: KnownSend | undefined
  /** The last position of its conversation, if memory does not have it. */
  readonly headsRead: HeadsSnapshot | undefined
}

/** A send that waits for its decision. */
export interface QueuedSend {
  readonly realm: RealmState
  readonly senderId: number
  readonly convId: number
  readonly sendKey: SendKey | undefined
}

/** Last positions of conversations that memory did not have, and the log position of the read. */
export interface HeadsSnapshot {
  readonly seq: number
  readonly heads: ReadonlyMap<number, number>
}

/** A send with its address. */
export interface PlacedSend {
  readonly plan: SendPlan
  readonly hseq: number
  /** Undefined for a topic that memory does not know, null for a direct message. */
  readonly topicId: number | null | undefined
  readonly topicKey: string
  /** True for the first message of its batch in an unknown topic. If the topic is new, it gets this spelling. */
  readonly namesTopic: boolean
}
