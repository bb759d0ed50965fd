import { placeKey } from '../../client/model/place.ts'
import { channelName, shownTopic } from '../channels/store.ts'
import { addressOf } from '../conversations/narrow-of.ts'
import { hrefOf } from '../kernel/navigation.ts'
import { listOf, t } from '../kernel/texts.ts'
import { shortTime } from '../kernel/time.ts'
import type { CountedPlace } from '../messages/counts.ts'
import { markPlaceRead } from '../messages/mark-place-read.ts'
import { recents } from '../messages/recent.ts'
import { avatarOf, nameOf, ownId } from '../people/store.ts'
import { spokenName } from '../sidebar/NavRow.tsx'
import { Avatar } from '../ui/Avatar.tsx'
import { CountBadge } from '../ui/CountBadge.tsx'
import { IconButton } from '../ui/IconButton.tsx'

const titleOf = ({ place }: CountedPlace): string =>
  place.kind === 'channel'
    ? shownTopic(place.topic)
    : listOf((place.others.length > 0 ? place.others : [ownId()]).map((id) => nameOf(id) ?? t('person.unknown')))

/** The name of the conversation with its channel first. */
const wholeName = (row: CountedPlace): string =>
  row.place.kind === 'channel' ? `${channelName(row.place.streamId) ?? ''} › ${titleOf(row)}` : titleOf(row)

/** A conversation with something unread. */
export function InboxRow({ row }: { row: CountedPlace }) {
  const { place, unread, mentions } = row
  const recent = recents.value?.get(placeKey(place))
  const senderId = recent?.senderId ?? (place.kind === 'direct' ? place.others[0] : undefined)
  const sender = senderId === undefined ? '' : (nameOf(senderId) ?? '')
  const isDirect = place.kind === 'direct'
  return (
    <div class="ib" role="listitem">
      <span class="tl">
        {senderId !== undefined && <Avatar name={sender} src={avatarOf(senderId)} size={28} seed={senderId} />}
      </span>
      <div class="ib-text">
        <a
          class="ib-link t"
          href={hrefOf(addressOf(place, ownId()))}
          aria-label={spokenName(wholeName(row), { unread, mentions }, false)}
        >
          <bdi class="clip">{titleOf(row)}</bdi>
        </a>
        <span class="s clip">
          {!isDirect && sender && <b>{sender}: </b>}
          <bdi>{recent?.firstWords}</bdi>
        </span>
      </div>
      <span class="e">
        {recent && <time>{shortTime(recent.timestamp)}</time>}
        <span class="ns">
          {mentions > 0 && <CountBadge value="@" look="ment" />}
          <CountBadge value={unread} look={isDirect ? 'pill' : 'strong'} />
        </span>
      </span>
      <IconButton icon="check" label={t('inbox.mark')} small class="ib-mark" onClick={() => markPlaceRead(place)} />
    </div>
  )
}
