import { signal } from '@preact/signals'
import type { EventOf } from '../../../api/events/index.ts'
import { directPlace, type Place, placeKey, placeOf } from '../../../client/model/place.ts'
import { onEvent, state } from '../../kernel/state.ts'
import { ownId } from '../../people/store.ts'

/** Who is typing in each conversation, in the order in which they began. */
const typists = signal<ReadonlyMap<string, readonly number[]>>(new Map())
const timers = new Map<string, ReturnType<typeof setTimeout>>()
const SHOWN = 45_000

export const typistsIn = (place: Place): readonly number[] => typists.value.get(placeKey(place)) ?? []

function remove(place: string, id: number): void {
  clearTimeout(timers.get(`${place} ${id}`))
  timers.delete(`${place} ${id}`)
  const left = typists
    .peek()
    .get(place)
    ?.filter((one) => one !== id)
  if (!left) return
  const next = new Map(typists.peek())
  if (left.length > 0) next.set(place, left)
  else next.delete(place)
  typists.value = next
}

function add(place: string, id: number): void {
  remove(place, id)
  typists.value = new Map(typists.peek()).set(place, [...(typists.peek().get(place) ?? []), id])
  // The news of the end may never come.
  const shown = state.peek()?.server_typing_started_expiry_period_milliseconds ?? SHOWN
  timers.set(
    `${place} ${id}`,
    setTimeout(() => remove(place, id), shown),
  )
}

function placeOfTyping({ stream_id, topic, recipients }: EventOf<'typing'>): string {
  if (stream_id !== undefined) return placeKey({ kind: 'channel', streamId: stream_id, topic: topic ?? '' })
  return placeKey(
    directPlace(
      (recipients ?? []).map((one) => one.user_id),
      ownId(),
    ),
  )
}

onEvent((event) => {
  if (event.type === 'typing') {
    const id = event.sender.user_id
    if (id === ownId()) return
    if (event.op === 'start') add(placeOfTyping(event), id)
    else remove(placeOfTyping(event), id)
  } else if (event.type === 'message') remove(placeKey(placeOf(event.message, ownId())), event.message.sender_id)
})
