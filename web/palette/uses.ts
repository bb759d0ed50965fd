import { effect, signal, untracked } from '@preact/signals'
import { type Place, placeKey } from '../../client/model/place.ts'
import { listing } from '../conversations/store.ts'
import { address, visit } from '../kernel/navigation.ts'
import { isSearch } from '../search/is-search.ts'

/** What was chosen, how often, and when last. It stays in this browser. */
const KEY = 'parley-palette-uses'
const MAX_USES = 300
/** After this many days a use counts half. */
const HALF_LIFE = 14
const DAY = 86_400_000

type Use = readonly [count: number, at: number]

function stored(): ReadonlyMap<string, Use> {
  try {
    return new Map(Object.entries(JSON.parse(localStorage.getItem(KEY) ?? '{}') as Record<string, Use>))
  } catch {
    return new Map()
  }
}

const uses = signal(stored())

const worth = ([count, at]: Use, now: number): number => count * 0.5 ** ((now - at) / DAY / HALF_LIFE)

/** How often it was chosen lately. */
export function usesOf(key: string, now: number): number {
  const use = uses.value.get(key)
  return use ? worth(use, now) : 0
}

/** The key of a place. The palette knows its entries by it. */
export const placeUse = (place: Place): string => `place ${placeKey(place)}`
export const channelUse = (id: number): string => `channel ${id}`
export const viewUse = (view: string): string => `view ${view}`

function keyHere(): string | undefined {
  const here = address.peek()
  const place = listing.peek()?.place
  if (place) return placeUse(place)
  if (here.view === 'channel' || here.view === 'topics') return channelUse(here.channelId)
  return isSearch(here) || here.view === 'unknown' ? undefined : viewUse(here.view)
}

/** Each visit of a place counts, however it was opened. */
export const startCountingUses = (): void =>
  void effect(() => {
    visit.value
    const key = untracked(keyHere)
    if (key !== undefined) untracked(() => countUse(key))
  })

export function countUse(key: string, now = Date.now()): void {
  const next = new Map(uses.peek()).set(key, [usesOf(key, now) + 1, now])
  const kept = [...next].sort((a, b) => worth(b[1], now) - worth(a[1], now)).slice(0, MAX_USES)
  uses.value = new Map(kept)
  try {
    localStorage.setItem(KEY, JSON.stringify(Object.fromEntries(kept)))
  } catch {
    // It counts until the page is closed.
  }
}
