import type { ComponentChildren } from 'preact'
import { POLICY } from '../../client/model/indexed.ts'
import type { Place } from '../../client/model/place.ts'
import { isResolved, shownTopic, topicPolicy } from '../channels/store.ts'
import { addressOf } from '../conversations/narrow-of.ts'
import { hrefOf } from '../kernel/navigation.ts'
import { listOf, t } from '../kernel/texts.ts'
import { shortTime } from '../kernel/time.ts'
import { countOf } from '../messages/counts.ts'
import type { Recent } from '../messages/recent.ts'
import { avatarOf, nameOf, ownId } from '../people/store.ts'
import { spokenName } from '../sidebar/NavRow.tsx'
import { Avatar } from '../ui/Avatar.tsx'
import { CountBadge } from '../ui/CountBadge.tsx'
import { Icon } from '../ui/Icon.tsx'

interface Props {
  place: Place
  recent: Recent | undefined
  /** The channel, where rows of several stand together. */
  where?: ComponentChildren
  /** What assistive technology hears before the name. */
  channelName?: string
}

const titleOf = (place: Place): string =>
  place.kind === 'channel'
    ? shownTopic(place.topic)
    : listOf((place.others.length > 0 ? place.others : [ownId()]).map((id) => nameOf(id) ?? t('person.unknown')))

const MOST_FACES = 4

function Faces({ ids }: { ids: readonly number[] }) {
  return (
    <span class="avs" title={listOf(ids.map((id) => nameOf(id) ?? ''))}>
      {ids.slice(0, MOST_FACES).map((id) => (
        <Avatar key={id} name={nameOf(id) ?? ''} src={avatarOf(id)} size={24} seed={id} />
      ))}
      <span class="sr">{listOf(ids.map((id) => nameOf(id) ?? t('person.unknown')))}</span>
    </span>
  )
}

/** A conversation with its newest words, as a row of a table. */
export function ConversationRow({ place, recent, where, channelName }: Props) {
  const count = countOf(place)
  const title = titleOf(place)
  const sender = recent && (recent.senderId === ownId() ? t('person.you') : nameOf(recent.senderId))
  const isFollowed = place.kind === 'channel' && topicPolicy(place.streamId, place.topic) === POLICY.followed
  return (
    <tr>
      <td class="what">
        <a
          class="row cell-link"
          href={hrefOf(addressOf(place, ownId()))}
          aria-label={spokenName(channelName ? `${channelName} › ${title}` : title, count, false)}
        >
          {place.kind === 'channel' && isResolved(place.topic) && <Icon name="check" size="s" class="done" />}
          <bdi class={`ttl clip ${count.unread > 0 ? 'u' : ''}`}>{title}</bdi>
          {isFollowed && <Icon name="follow" size="s" class="mut" />}
        </a>
        <div class="row mut words">
          {where}
          <span class="clip">
            {sender && `${sender}: `}
            <bdi>{recent?.firstWords}</bdi>
          </span>
        </div>
      </td>
      <td class="hide-phone">
        <Faces ids={recent?.senderIds ?? []} />
      </td>
      <td class="num mut when">
        <span class="ns">
          {count.mentions > 0 && <CountBadge value="@" look="ment" />}
          {count.unread > 0 && <CountBadge value={count.unread} look={place.kind === 'direct' ? 'pill' : 'strong'} />}
          {recent && <time>{shortTime(recent.timestamp)}</time>}
        </span>
      </td>
    </tr>
  )
}
