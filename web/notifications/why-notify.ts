import type { EventOf } from '../../api/events/index.ts'
import { placeOf } from '../../client/model/place.ts'
import { isQuiet } from '../conversations/topic-policy.ts'
import { isMutedPerson, ownId } from '../people/store.ts'
import { isWanted, wildcardsNotify } from './store.ts'

const WILDCARDS = ['stream_wildcard_mentioned', 'topic_wildcard_mentioned'] as const

/** Why a message concerns the person so much that they are told at once. Undefined if it does not. */
export function whyNotify({ message, flags }: EventOf<'message'>): 'direct' | 'mention' | undefined {
  const isOver = flags.includes('read') || message.sender_id === ownId() || isMutedPerson(message.sender_id)
  if (!isWanted.value || isOver) return undefined
  if (message.stream_id === undefined) return 'direct'
  if (isQuiet(placeOf(message, ownId()))) return undefined
  const isWildcard = wildcardsNotify.value && WILDCARDS.some((flag) => flags.includes(flag))
  return flags.includes('mentioned') || isWildcard ? 'mention' : undefined
}
