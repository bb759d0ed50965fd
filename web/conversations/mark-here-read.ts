import type { Place } from '../../client/model/place.ts'
import { address } from '../kernel/navigation.ts'
import { counts } from '../messages/counts.ts'
import { markPlacesRead } from '../messages/mark-place-read.ts'
import { listing } from './store.ts'

/** The conversations with something unread that are open: one, those of a channel, or all that are not muted. */
function placesHere(): readonly Place[] {
  const here = address.peek()
  const open = listing.peek()?.place
  if (open) return [open]
  const counted = [...counts.peek().places.values()]
  if (here.view === 'channel' || here.view === 'topics')
    return counted
      .map(({ place }) => place)
      .filter((place) => place.kind === 'channel' && place.streamId === here.channelId)
  const isOfAll = here.view === 'feed' || here.view === 'inbox' || here.view === 'recent'
  return isOfAll ? counted.filter(({ isMuted }) => !isMuted).map(({ place }) => place) : []
}

/** Marks everything here as read. It can be undone. False if there is nothing to do. */
export function markHereRead(): boolean {
  const places = placesHere()
  if (places.length === 0) return false
  void markPlacesRead(places)
  return true
}
