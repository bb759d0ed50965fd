import { computed, type ReadonlySignal } from '@preact/signals'
import { subscribersOf } from '../../channels/subscribers.ts'
import { activityOf, people, person } from '../../people/store.ts'

const RANK = { active: 0, idle: 1, off: 2 }
const rankOf = (id: number): number => RANK[activityOf(id) ?? 'off'] + (person(id)?.is_bot ? 3 : 0)

/** Where each person stands when all are sorted by name. Names are compared once, not for each channel that is opened. */
const placesByName = computed(() => {
  const { compare } = new Intl.Collator()
  const sorted = [...people.value.values()].sort((a, b) => compare(a.full_name, b.full_name))
  return new Map(sorted.map(({ user_id }, place) => [user_id, place]))
})

/** Who is there comes first, and bots last; each by name. */
export function orderedByPresence(ids: readonly number[]): number[] {
  const places = placesByName.value
  return ids
    .map((id) => ({ id, rank: rankOf(id), place: places.get(id) ?? 0 }))
    .sort((a, b) => a.rank - b.rank || a.place - b.place)
    .map(({ id }) => id)
}

const ordered = new Map<number, ReadonlySignal<readonly number[]>>()

/** The people of a channel in that order. It is the same for all topics of the channel. */
export function orderedSubscribers(channelId: number): ReadonlySignal<readonly number[]> {
  const known = ordered.get(channelId)
  if (known) return known
  const made = computed(() => orderedByPresence((subscribersOf(channelId).value ?? []).filter((id) => person(id))))
  ordered.set(channelId, made)
  return made
}
