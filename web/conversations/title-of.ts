import { channelName, shownTopic } from '../channels/store.ts'
import { address } from '../kernel/navigation.ts'
import { t, titleOfPeople } from '../kernel/texts.ts'
import { nameOf, ownId } from '../people/store.ts'
import type { Listing } from './narrow-of.ts'

/** The title of a list of messages: the topic, the other people, the channel, or the view. */
export function titleOf({ place }: Listing): string {
  if (place?.kind === 'channel') return shownTopic(place.topic)
  if (place) return titleOfPeople((place.others.length > 0 ? place.others : [ownId()]).map((id) => nameOf(id) ?? '…'))
  const here = address.value
  if (here.view === 'channel') return channelName(here.channelId) ?? '…'
  const views = ['mentions', 'reactions', 'saved', 'feed'] as const
  const view = views.find((one) => one === here.view)
  if (view) return t(`view.${view}`)
  return t('view.search')
}
