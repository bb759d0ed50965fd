import type { Narrow } from '../../client/messages/narrow.ts'
import type { Place } from '../../client/model/place.ts'
import { addressOf, listingOf } from '../conversations/narrow-of.ts'
import { unread } from '../kernel/state.ts'
import { fetchAround } from '../messages/fetch-messages.ts'
import { messages } from '../messages/store.ts'
import { ownId } from '../people/store.ts'

export const narrowOf = (place: Place): Narrow => listingOf(addressOf(place, ownId()), ownId())?.narrow ?? []

/** The oldest unread message of a conversation, or nothing. */
const firstUnread = (place: Place): number => Math.min(...(unread()?.at(place) ?? []))

/** Fetches what a preview shows, unless it is known. Looking at it marks nothing as read. */
export async function previewPlace(place: Place): Promise<void> {
  const narrow = narrowOf(place)
  const known = messages.stretch(narrow)
  if (known && !known.isStale && (known.isToNewest || known.ids.includes(firstUnread(place)))) return
  await fetchAround(narrow, 'first_unread')
}
