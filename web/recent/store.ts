import { computed } from '@preact/signals'
import { isMuted } from '../../client/model/indexed.ts'
import { placeKey } from '../../client/model/place.ts'
import { state } from '../kernel/state.ts'
import { type Recent, recents } from '../messages/recent.ts'

const newestFirst = (a: Recent, b: Recent): number => b.messageId - a.messageId

/** Every conversation that is not muted, the newest first. */
export const recentConversations = computed((): readonly Recent[] | null => {
  const register = state.value
  if (!recents.value || !register) return null
  return [...recents.value.values()]
    .filter(({ place }) => place.kind === 'direct' || !isMuted(register, place.streamId, place.topic))
    .sort(newestFirst)
})

export const recentOf = (channelId: number, topic: string): Recent | undefined =>
  recents.value?.get(placeKey({ kind: 'channel', streamId: channelId, topic }))
