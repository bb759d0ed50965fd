import { computed } from '@preact/signals'
import { type Place, placeKey } from '../../client/model/place.ts'
import { ownChannels } from '../channels/store.ts'
import { addressOf } from '../conversations/narrow-of.ts'
import { listing } from '../conversations/store.ts'
import { showToast } from '../kernel/announce.ts'
import { navigate } from '../kernel/navigation.ts'
import { t } from '../kernel/texts.ts'
import { counts } from '../messages/counts.ts'
import { ownId } from '../people/store.ts'

const MANY = 100_000

/** Direct messages first, then the channels in the order of the sidebar. The newest conversation of each comes first. */
const unread = computed((): readonly Place[] => {
  const order = new Map(ownChannels.value.map((one, index) => [one.stream_id, one.pin_to_top ? index - MANY : index]))
  const rankOf = (place: Place): number => (place.kind === 'direct' ? -2 * MANY : (order.get(place.streamId) ?? MANY))
  return [...counts.value.places.values()]
    .filter(({ isMuted }) => !isMuted)
    .sort((a, b) => rankOf(a.place) - rankOf(b.place) || b.newest - a.newest)
    .map(({ place }) => place)
})

/** The unread conversations from the open one on. */
function unreadAfterHere(): Place[] {
  const all = unread.value
  const here = listing.peek()?.place
  const key = here ? placeKey(here) : ''
  const at = all.findIndex((place) => placeKey(place) === key)
  return [...all.slice(at + 1), ...all.slice(0, Math.max(0, at))]
}

function open(place: Place | undefined): void {
  if (place) navigate(addressOf(place, ownId()))
  else showToast(t('keys.nothingUnread'))
}

/** Opens the next conversation with something unread. Topics come before direct messages, which have their own key. */
export function openNextUnread(): void {
  const places = unreadAfterHere()
  open(places.find(({ kind }) => kind === 'channel') ?? places[0])
}

export const openNextDirect = (): void => open(unreadAfterHere().find(({ kind }) => kind === 'direct'))
