import type { Place } from '../../client/model/place.ts'
import { channelColor } from '../channels/channel-color.ts'
import { channel, glyphOf } from '../channels/store.ts'
import { placeTitle } from '../conversations/place-name.ts'
import { Icon } from '../ui/Icon.tsx'

/** `# infra › Runner queue`, or the people of direct messages. */
export function PlaceTag({ place }: { place: Place }) {
  if (place.kind === 'direct')
    return (
      <span class="ch-tag direct">
        <Icon name="mail" size="s" />
        <bdi class="clip">{placeTitle(place)}</bdi>
      </span>
    )
  const home = channel(place.streamId)
  return (
    <>
      <span class="ch-tag" data-ch={channelColor(home?.color)}>
        <Icon name={glyphOf(home)} size="s" class="glyph" />
        <bdi>{home?.name}</bdi>
      </span>
      <span class="mut">›</span>
      <bdi class="clip">{placeTitle(place)}</bdi>
    </>
  )
}
