import { computed, signal } from '@preact/signals'
import { foldCase } from '../../api/fold-case.ts'
import { isMuted } from '../../client/model/indexed.ts'
import { placeName } from '../conversations/place-name.ts'
import { isFollowed } from '../conversations/topic-policy.ts'
import { state } from '../kernel/state.ts'
import { countOf } from '../messages/counts.ts'
import { type Recent, recents } from '../messages/recent.ts'
import { nameOf } from '../people/store.ts'

export const FILTERS = ['all', 'unread', 'tookPart', 'followed'] as const

/** What the list of recent conversations shows. */
export const filter = signal<(typeof FILTERS)[number]>('all')
export const includesMuted = signal(false)
/** One channel, direct messages, or everything. */
export const where = signal<number | 'direct' | null>(null)
/** Words of the conversation, or of the names of who wrote there. */
export const words = signal('')

/** The row that the keys begin with, and the only tab stop. */
export const current = signal<string | null>(null)

const newestFirst = (a: Recent, b: Recent): number => b.messageId - a.messageId

/** Everything that is not muted, unless that is wanted too. */
const heard = computed((): readonly Recent[] | null => {
  const register = state.value
  if (!recents.value || !register) return null
  const isHeard = ({ place }: Recent) =>
    includesMuted.value || place.kind === 'direct' || !isMuted(register, place.streamId, place.topic)
  return [...recents.value.values()].filter(isHeard).sort(newestFirst)
})

export const unreadCount = computed(() => heard.value?.filter(({ place }) => countOf(place).unread > 0).length ?? 0)

const isWhere = ({ place }: Recent): boolean => {
  if (where.value === null) return true
  return where.value === 'direct' ? place.kind === 'direct' : place.kind === 'channel' && place.streamId === where.value
}

function isWanted(recent: Recent): boolean {
  switch (filter.value) {
    case 'all':
      return true
    case 'unread':
      return countOf(recent.place).unread > 0
    case 'tookPart':
      return recent.hasWritten
    case 'followed':
      return isFollowed(recent.place)
  }
}

/** Each word is in the name of the place, or in the name of somebody who wrote there. */
function hasWords({ place, senderIds }: Recent): boolean {
  const text = foldCase([placeName(place), ...senderIds.map((id) => nameOf(id) ?? '')].join(' '))
  return foldCase(words.value.trim())
    .split(/\s+/u)
    .every((word) => text.includes(word))
}

/** What is shown, the newest first. */
export const recentConversations = computed(
  (): readonly Recent[] | null =>
    heard.value?.filter((one) => isWhere(one) && isWanted(one) && (words.value.trim() === '' || hasWords(one))) ?? null,
)
