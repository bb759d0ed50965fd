import type { FetchedMessage } from '../../../api/objects/message.ts'
import type { TopicPlace } from './topic-messages.ts'

export type Scope = 'one' | 'later' | 'all'

export interface Move {
  readonly scope: Scope
  readonly from: TopicPlace
  readonly to: TopicPlace
  /** What moves, the oldest first, as the person sees it. */
  readonly messages: readonly FetchedMessage[]
  /** False if more move than are listed. Then their number is not checked. */
  readonly isComplete: boolean
  readonly isMerge: boolean
  readonly leavesNotes: boolean
  readonly followsAlong: boolean
}
