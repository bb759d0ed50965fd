import type { RegisterState } from '../../api/objects/register-state.ts'
import { isMuted } from '../../client/model/indexed.ts'
import type { Place } from '../../client/model/place.ts'
import type { Unread } from '../../client/model/unread.ts'

export interface Count {
  readonly unread: number
  /** How many of them mention the person. */
  readonly mentions: number
}

export interface CountedPlace extends Count {
  readonly place: Place
  readonly key: string
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

export const NO_COUNT: Count = { unread: 0, mentions: 0 }
export const plus = (a: Count, b: Count): Count => ({ unread: a.unread + b.unread, mentions: a.mentions + b.mentions })

/** A parent has the sum of its children that are not muted, folded away or not. */
export function countUnread(ledger: Unread | null, register: RegisterState | null): Counts {
  const places = new Map<string, CountedPlace>()
  const channels = new Map<number, Count>()
  let [direct, all] = [NO_COUNT, NO_COUNT]
  if (!ledger || !register) return { places, channels, direct, all, isIncomplete: false }
  for (const { place, key, ids } of ledger.places) {
    const isQuiet = place.kind === 'channel' && isMuted(register, place.streamId, place.topic)
    let [mentions, newest] = [0, 0]
    for (const id of ids) {
      if (ledger.isMention(id, isQuiet)) mentions += 1
      if (id > newest) newest = id
    }
    const counted = { place, key, isMuted: isQuiet, unread: ids.size, mentions, newest }
    places.set(key, counted)
    if (isQuiet) continue
    all = plus(all, counted)
    if (place.kind === 'direct') direct = plus(direct, counted)
    else channels.set(place.streamId, plus(channels.get(place.streamId) ?? NO_COUNT, counted))
  }
  return { places, channels, direct, all, isIncomplete: ledger.isIncomplete }
}
