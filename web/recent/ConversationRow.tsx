import { useComputed } from '@preact/signals'
import { memo } from 'preact/compat'
import { type Place, placeKey } from '../../client/model/place.ts'
import { channelColor } from '../channels/channel-color.ts'
import { channel, glyphOf, isResolved } from '../channels/store.ts'
import { PlaceMenu } from '../conversations/header/PlaceMenu.tsx'
import { addressOf } from '../conversations/narrow-of.ts'
import { placeName, placeTitle } from '../conversations/place-name.ts'
import { isFollowed } from '../conversations/topic-policy.ts'
import { hrefOf } from '../kernel/navigation.ts'
import { listOf, t } from '../kernel/texts.ts'
import { fullTime } from '../kernel/time.ts'
import { countOf } from '../messages/counts.ts'
import { type Recent, recents } from '../messages/recent.ts'
import { avatarOf, nameOf, ownId, spokenBy } from '../people/store.ts'
import { spokenName } from '../sidebar/NavRow.tsx'
import { Avatar } from '../ui/Avatar.tsx'
import { CountBadge } from '../ui/CountBadge.tsx'
import { Icon } from '../ui/Icon.tsx'
import { ago } from './ago.ts'

interface Props {
  place: Place
  /** Rows of several channels stand together. */
  isMixed: boolean
  /** The only one of the list. */
  isTabStop: boolean
  /** It has the focus, or had it last. */
  isCurrent: boolean
}

const MAX_FACES = 4

function Faces({ ids }: { ids: readonly number[] }) {
  return (
    <span class="avs" title={listOf(ids.map((id) => nameOf(id) ?? ''))}>
      {ids.slice(0, MAX_FACES).map((id) => (
        <Avatar key={id} name={nameOf(id) ?? ''} src={avatarOf(id)} size={24} seed={id} />
      ))}
      {ids.length > MAX_FACES && (
        <span class="av s24 more" aria-hidden="true">
          +{ids.length - MAX_FACES}
        </span>
      )}
      <span class="sr">{listOf(ids.map((id) => nameOf(id) ?? t('person.unknown')))}</span>
    </span>
  )
}

function Where({ place }: { place: Place }) {
  const home = place.kind === 'channel' ? channel(place.streamId) : undefined
  return (
    <span class="ch-tag" data-ch={home && channelColor(home.color)}>
      <Icon name={place.kind === 'channel' ? glyphOf(home) : 'mail'} size="s" class="glyph" />
      <bdi class="clip">{home?.name ?? t('recent.direct')}</bdi>
    </span>
  )
}

function Words({ recent }: { recent: Recent | undefined }) {
  const sender = recent && spokenBy(recent.senderId)
  return (
    <div class="clip mut words">
      {sender && (
        <>
          <bdi>{sender}</bdi>:{' '}
        </>
      )}
      <bdi>{recent?.firstWords}</bdi>
    </div>
  )
}

function ConversationRowView({ place, isMixed, isTabStop, isCurrent }: Props) {
  const key = placeKey(place)
  const recent = useComputed(() => recents.value?.get(key)).value
  const count = useComputed(() => countOf(place)).value
  const tabIndex = isTabStop ? 0 : -1
  return (
    <tr data-row-box class={isCurrent ? 'sel' : ''}>
      <td class="what">
        <div class={isMixed ? 'mixed' : ''}>
          <a
            class="row cell-link"
            href={hrefOf(addressOf(place, ownId()))}
            aria-label={spokenName(isMixed ? placeName(place) : placeTitle(place), count, false)}
            data-row={key}
            data-region-start={isTabStop ? '' : undefined}
            tabIndex={tabIndex}
          >
            {place.kind === 'channel' && isResolved(place.topic) && <Icon name="check" size="s" class="done" />}
            <bdi class={`ttl clip ${count.unread > 0 ? 'u' : ''}`}>{placeTitle(place)}</bdi>
            {isFollowed(place) && <Icon name="follow" size="s" class="mut" />}
          </a>
          {isMixed ? <Where place={place} /> : <Words recent={recent} />}
        </div>
      </td>
      <td class="hide-phone">
        <Faces ids={recent?.senderIds ?? []} />
      </td>
      <td class="num mut when">
        <span class="ns">
          {count.mentions > 0 && <CountBadge value="@" look="ment" />}
          {count.unread > 0 && <CountBadge value={count.unread} look={place.kind === 'direct' ? 'pill' : 'strong'} />}
        </span>
        {recent && <time title={fullTime(recent.timestamp)}>{ago(recent.timestamp)}</time>}
        <PlaceMenu place={place} tabIndex={tabIndex} hasKeys class="row-menu" />
      </td>
    </tr>
  )
}

const isSame = (a: Props, b: Props): boolean =>
  placeKey(a.place) === placeKey(b.place) &&
  a.isTabStop === b.isTabStop &&
  a.isCurrent === b.isCurrent &&
  a.isMixed === b.isMixed

/** A conversation as a row of a table. */
export const ConversationRow = memo(ConversationRowView, isSame)
