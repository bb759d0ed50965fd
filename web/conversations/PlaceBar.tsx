import type { ComponentChildren } from 'preact'
import type { FetchedMessage } from '../../api/objects/message.ts'
import { placeOf } from '../../client/model/place.ts'
import { channelColor } from '../channels/channel-color.ts'
import { channel, glyphOf, shownTopic } from '../channels/store.ts'
import { hrefOf } from '../kernel/navigation.ts'
import { listOf, t } from '../kernel/texts.ts'
import { nameOf, ownId } from '../people/store.ts'
import { Icon } from '../ui/Icon.tsx'
import { addressOf } from './narrow-of.ts'

interface Props {
  message: FetchedMessage
  /** The list is one tab stop: only what belongs to the selected message can be reached by Tab. */
  isSelected: boolean
  /** Instead of the topic. */
  topic?: ComponentChildren
  /** After the name of the place. */
  children?: ComponentChildren
}

/** Names the conversation of a message in a list of several, and leads there. */
export function PlaceBar({ message, isSelected, topic, children }: Props) {
  const place = placeOf(message, ownId())
  const home = place.kind === 'channel' ? channel(place.streamId) : undefined
  const others = place.kind === 'direct' ? (place.others.length > 0 ? place.others : [ownId()]) : []
  return (
    <div class="rec" data-ch={place.kind === 'channel' ? channelColor(home?.color) : undefined}>
      <a class="rec-link" tabIndex={isSelected ? 0 : -1} href={hrefOf(addressOf(place, ownId(), message.id))}>
        {place.kind === 'channel' ? (
          <>
            <span class="c">
              <Icon name={glyphOf(home)} size="s" class="glyph" />
              {home?.name ?? '…'}
            </span>{' '}
            <span class="mut">›</span> <bdi class="clip">{topic ?? shownTopic(place.topic)}</bdi>
          </>
        ) : (
          <>
            <Icon name="mail" size="s" />
            <bdi class="clip">{t('direct.with', { people: listOf(others.map((id) => nameOf(id) ?? '…')) })}</bdi>
          </>
        )}
      </a>
      {children}
    </div>
  )
}
