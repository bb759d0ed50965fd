import { computed } from '@preact/signals'
import { isMuted } from '../../client/model/indexed.ts'
import { type Place, placeKey } from '../../client/model/place.ts'
import { state, unread } from '../kernel/state.ts'

export interface Count {
  readonly unread: number
  /** How many of them mention the person. */
  readonly mentions: number
}

export interface CountedPlace extends Count {
  readonly place: Place
  readonly isMuted: boolean
  readonly newest: number
}

export interface Counts {
  readonly places: ReadonlyMap<string, CountedPlace>
  /** The sum of the topics that are not muted. */
  readonly channels: ReadonlyMap<number, Count>
  readonly direct: Count
  /** Everything that is not muted. */
  readonly all: Count
  /** Older unread messages exist that are not counted. */
  readonly isIncomplete: boolean
}

const NONE: Count = { unread: 0, mentions: 0 }
const plus = (a: Count, b: Count): Count => ({ unread: a.unread + b.unread, mentions: a.mentions + b.mentions })

/** All counts of the app. A parent has the sum of its children that are not muted, folded away or not. */
export const counts = computed((): Counts => {
  const places = new Map<string, CountedPlace>()
  const channels = new Map<number, Count>()
  let [direct, all] = [NONE, NONE]
  const ledger = unread()
  const register = state.value
  if (!ledger || !register) return { places, channels, direct, all, isIncomplete: false }
  for (const { place, ids } of ledger.places) {
    const isQuiet = place.kind === 'channel' && isMuted(register, place.streamId, place.topic)
    let [mentions, newest] = [0, 0]
    for (const id of ids) {
      if (ledger.mentions.has(id)) mentions += 1
      if (id > newest) newest = id
    }
    const counted = { place, isMuted: isQuiet, unread: ids.size, mentions, newest }
    places.set(placeKey(place), counted)
    if (isQuiet) continue
    all = plus(all, counted)
    if (place.kind === 'direct') direct = plus(direct, counted)
    else channels.set(place.streamId, plus(channels.get(place.streamId) ?? NONE, counted))
  }
  return { places, channels, direct, all, isIncomplete: ledger.isIncomplete }
})

export const countOf = (place: Place): Count => counts.value.places.get(placeKey(place)) ?? NONE
export const channelCount = (id: number): Count => counts.value.channels.get(id) ?? NONE

/** For the title of the page: direct messages and mentions. */
export const forYou = computed(() => {
  const { direct, all } = counts.value
  return direct.unread + all.mentions - direct.mentions
})
