import { channelColor } from '../channels/channel-color.ts'
import { channel, glyphOf, shownTopic } from '../channels/store.ts'
import { address, hrefOf } from '../kernel/navigation.ts'
import { listOf, t } from '../kernel/texts.ts'
import { nameOf, ownId } from '../people/store.ts'
import { Icon } from '../ui/Icon.tsx'
import type { Listing } from './narrow-of.ts'

/** The title of a place: the topic, the other people, or the view. */
export function titleOf({ place }: Listing): string {
  if (place?.kind === 'channel') return shownTopic(place.topic)
  if (place) return listOf((place.others.length > 0 ? place.others : [ownId()]).map((id) => nameOf(id) ?? '…'))
  const { view } = address.value
  if (view === 'channel') return channel((address.value as { channelId: number }).channelId)?.name ?? ''
  if (view === 'mentions' || view === 'saved' || view === 'feed') return t(`view.${view}`)
  return t('view.search')
}

export function ConversationHeader({ listing }: { listing: Listing }) {
  const { place } = listing
  const known = place?.kind === 'channel' ? channel(place.streamId) : undefined
  return (
    <header class="head" data-ch={channelColor(known?.color)}>
      {known && (
        <span class="tile">
          <Icon name={glyphOf(known)} class="glyph" />
        </span>
      )}
      <div class="grow">
        {known && (
          <div class="where">
            <a href={hrefOf({ view: 'channel', channelId: known.stream_id })}>{known.name}</a>
          </div>
        )}
        <h1 class="clip" dir="auto">
          {titleOf(listing)}
        </h1>
      </div>
    </header>
  )
}
