import type { Audience } from '../../log/audience.ts'
import type { LoggedMessage } from '../../log/log-row.ts'
import type { RealmState } from '../../realm-state/realm-state.ts'

/** The row of the log, complete but for what its place in the lane decides. Filled in there, because a copy costs more. */
export interface UnplacedMessage extends Omit<LoggedMessage, 'id' | 'topic' | 'sentAt'> {
  id: number
  topic: string
  sentAt: number
}

/** A send that has passed every check: ready to be written with others. */
export interface SendPlan {
  readonly realm: RealmState
  readonly message: UnplacedMessage
  readonly mflags: number
  readonly audience: Audience
  /** Sparse rows of `user_flag`. */
  readonly userFlags: readonly { readonly userId: number; readonly flags: number }[]
  readonly key: SendKey | undefined
  readonly headsRead: HeadsRead | undefined
}

/** A send that may be repeated: the same key with the same content is the same message. */
export interface SendKey {
  readonly key: string
  readonly digest: string
  /** Valid as long as it is stored, not only for 24 hours of wall time: a job may wait while no server runs. */
  readonly isLasting?: boolean
}

export interface SendOutcome {
  readonly id: number
  /** As the topic is written, which may differ in case from what was sent. */
  readonly topic: string
  /** It had been sent before, and is only answered again. */
  readonly isRepeat?: boolean
}

export interface KnownSend extends SendOutcome {
  readonly digest: string
}

/** What is read for a send before it is decided. */
export interface SendFacts {
  /** What an earlier send with the same key made. */
  readonly repeated: KnownSend | undefined
  /** How far its conversation has come, where memory does not know it. */
  readonly headsRead: HeadsRead | undefined
}

/** What a send says of itself before it is decided. */
export interface QueuedSend {
  readonly realm: RealmState
  readonly senderId: number
  readonly convId: number
  readonly sendKey: SendKey | undefined
}

/** Last positions of conversations that memory did not know, and the position of the log they were read at. */
export interface HeadsRead {
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
  /** The first of its batch in an unknown topic, which gives it its spelling if it is new. */
  readonly namesTopic: boolean
}
