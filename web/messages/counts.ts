import { computed } from '@preact/signals'
import { type Place, placeKey } from '../../client/model/place.ts'
import { state, unread } from '../kernel/state.ts'
import { type Count, countUnread, NO_COUNT } from './count-unread.ts'

/** All counts of the app. */
export const counts = computed(() => countUnread(unread(), state.value))

export const countOf = (place: Place): Count => counts.value.places.get(placeKey(place)) ?? NO_COUNT
export const channelCount = (id: number): Count => counts.value.channels.get(id) ?? NO_COUNT

/** For the title of the page: direct messages and mentions. */
export const forYou = computed(() => {
  const { direct, all } = counts.value
  return direct.unread + all.mentions - direct.mentions
})
