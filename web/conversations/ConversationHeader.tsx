import { channelColor } from '../channels/channel-color.ts'
import { channel, glyphOf } from '../channels/store.ts'
import { hrefOf } from '../kernel/navigation.ts'
import { Icon } from '../ui/Icon.tsx'
import type { Listing } from './narrow-of.ts'
import { titleOf } from './title-of.ts'

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
