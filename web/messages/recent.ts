import { batch, signal } from '@preact/signals'
import type { RecentConversation } from '../../api/objects/recent-conversation.ts'
import { directPlace, type Place, placeKey, placeOf } from '../../client/model/place.ts'
import { session } from '../kernel/session.ts'
import { onEvent, onState } from '../kernel/state.ts'
import { ownId } from '../people/store.ts'
import { plainStart } from './plain-start.ts'

/** The newest message of a conversation, and who wrote last. */
export interface Recent {
  readonly place: Place
  readonly messageId: number
  readonly timestamp: number
  readonly senderId: number
  readonly firstWords: string
  /** The last one first. */
  readonly senderIds: readonly number[]
}

/** By the key of the place. Null until they have been fetched. */
export const recents = signal<ReadonlyMap<string, Recent> | null>(null)

const MOST_SENDERS = 5
const LIMIT = 500

function fromAnswer(one: RecentConversation): Recent {
  const place: Place =
    one.stream_id === undefined
      ? directPlace(one.user_ids ?? [], ownId())
      : { kind: 'channel', streamId: one.stream_id, topic: one.topic ?? '' }
  const { message_id, timestamp, sender_id, first_words, recent_sender_ids } = one
  return {
    place,
    messageId: message_id,
    timestamp,
    senderId: sender_id,
    firstWords: first_words,
    senderIds: recent_sender_ids,
  }
}

let isLoading = false
let isStale = false

async function load(): Promise<void> {
  if (isLoading) {
    isStale = true
    return
  }
  isLoading = true
  try {
    const args = { limit: LIMIT, allow_empty_topic_name: true }
    const { conversations } = await session.call('getRecentConversations', args)
    const fetched = conversations.map(fromAnswer)
    const next = new Map(fetched.map((one) => [placeKey(one.place), one]))
    // What has come meanwhile is newer than the answer.
    for (const [key, known] of recents.value ?? [])
      if (known.messageId > (next.get(key)?.messageId ?? 0) && known.messageId > (fetched[0]?.messageId ?? 0))
        next.set(key, known)
    recents.value = next
  } catch {
    // The next event or the next look tries again.
  } finally {
    isLoading = false
  }
  if (isStale) {
    isStale = false
    await load()
  }
}

/** Asks for the list when somebody first looks at it. */
export function wantRecents(): void {
  if (recents.value === null) void load()
}

onEvent((event) => {
  const known = recents.value
  if (!known) return
  if (event.type === 'message') {
    const { id: messageId, timestamp, sender_id: senderId, content } = event.message
    const place = placeOf(event.message, ownId())
    const key = placeKey(place)
    const senderIds = [...new Set([senderId, ...(known.get(key)?.senderIds ?? [])])].slice(0, MOST_SENDERS)
    const recent = { place, messageId, timestamp, senderId, senderIds, firstWords: plainStart(content) }
    recents.value = new Map(known).set(key, recent)
  } else if (event.type === 'delete_message' || (event.type === 'update_message' && !event.rendering_only)) void load()
})
onState(() => {
  if (recents.value) batch(() => void load())
})
