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
  /** The person wrote there lately. */
  readonly hasWritten: boolean
}

/** By the key of the place. Null until they have been fetched. */
export const recents = signal<ReadonlyMap<string, Recent> | null>(null)
/** There are older conversations than these. */
export const hasMoreRecents = signal(true)

const MAX_SENDERS = 5
const PAGE = 500
/** The server returns at most this number at once. */
const MAX_PAGE_SIZE = 1_000

function fromAnswer(one: RecentConversation): Recent {
  const place: Place =
    one.stream_id === undefined
      ? directPlace(one.user_ids ?? [], ownId())
      : { kind: 'channel', streamId: one.stream_id, topic: one.topic ?? '' }
  const { message_id, timestamp, sender_id, first_words, recent_sender_ids, participated } = one
  return {
    place,
    messageId: message_id,
    timestamp,
    senderId: sender_id,
    firstWords: first_words,
    senderIds: recent_sender_ids,
    hasWritten: participated,
  }
}

let isLoading = false
let isStale = false

/** The conversations before a message, or the newest ones. */
async function fetchPage(limit: number, before?: number): Promise<readonly Recent[]> {
  const { conversations, found_oldest } = await session.call('getRecentConversations', {
    limit,
    allow_empty_topic_name: true,
    ...(before !== undefined && { before }),
  })
  hasMoreRecents.value = !found_oldest
  return conversations.map(fromAnswer)
}

async function load(): Promise<void> {
  if (isLoading) {
    isStale = true
    return
  }
  isLoading = true
  try {
    const fetched = await fetchPage(Math.min(MAX_PAGE_SIZE, Math.max(PAGE, recents.value?.size ?? 0)))
    const next = new Map(fetched.map((one) => [placeKey(one.place), one]))
    // What has come meanwhile is newer than the answer.
    for (const [key, known] of recents.value ?? [])
      if (known.messageId > (next.get(key)?.messageId ?? 0) && known.messageId > (fetched[0]?.messageId ?? 0))
        next.set(key, known)
    recents.value = next
  } catch {
    // The next event or the next look retries it.
  } finally {
    isLoading = false
  }
  await loadAgain()
}

/** Something has changed while an answer was on its way. */
async function loadAgain(): Promise<void> {
  if (!isStale) return
  isStale = false
  await load()
}

/** Asks for the list when somebody first looks at it. */
export function wantRecents(): void {
  if (recents.value === null) void load()
}

/** Asks for older conversations, once at a time. */
export async function wantOlderRecents(): Promise<void> {
  const known = recents.value
  if (isLoading || !known || !hasMoreRecents.value) return
  isLoading = true
  try {
    const older = await fetchPage(PAGE, Math.min(...[...known.values()].map(({ messageId }) => messageId)))
    // A conversation that got a message meanwhile is known by its newest one.
    const next = new Map(older.map((one) => [placeKey(one.place), one]))
    recents.value = new Map([...next, ...(recents.value ?? [])])
  } catch {
    // Scrolling on retries it.
  } finally {
    isLoading = false
  }
  await loadAgain()
}

onEvent((event) => {
  const known = recents.value
  if (!known) return
  if (event.type === 'message') {
    const { id: messageId, timestamp, sender_id: senderId, content } = event.message
    const place = placeOf(event.message, ownId())
    const key = placeKey(place)
    const before = known.get(key)
    const senderIds = [...new Set([senderId, ...(before?.senderIds ?? [])])].slice(0, MAX_SENDERS)
    const hasWritten = senderId === ownId() || (before?.hasWritten ?? false)
    const recent = { place, messageId, timestamp, senderId, senderIds, hasWritten, firstWords: plainStart(content) }
    recents.value = new Map(known).set(key, recent)
  } else if (event.type === 'delete_message' || (event.type === 'update_message' && !event.rendering_only)) void load()
})
onState(() => {
  if (recents.value) batch(() => void load())
})
