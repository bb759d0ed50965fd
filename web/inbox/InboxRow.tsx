import { useComputed } from '@preact/signals'
import type { ComponentChildren } from 'preact'
import { memo } from 'preact/compat'
import type { Place } from '../../client/model/place.ts'
import { addressOf } from '../conversations/narrow-of.ts'
import { placeName, placeTitle } from '../conversations/place-name.ts'
import { isFollowed } from '../conversations/topic-policy.ts'
import { hrefOf } from '../kernel/navigation.ts'
import { t } from '../kernel/texts.ts'
import { listedTime } from '../kernel/time.ts'
import type { CountedPlace } from '../messages/count-unread.ts'
import { markPlaceRead } from '../messages/mark-place-read.ts'
import { recents } from '../messages/recent.ts'
import { avatarOf, nameOf, ownId, spokenBy } from '../people/store.ts'
import { spokenName } from '../sidebar/NavRow.tsx'
import { Avatar } from '../ui/Avatar.tsx'
import { CountBadge } from '../ui/CountBadge.tsx'
import { Icon } from '../ui/Icon.tsx'
import { IconButton } from '../ui/IconButton.tsx'

interface Props {
  row: CountedPlace
  /** The only tab stop of the list. */
  isCurrent: boolean
  /** The preview shows it, or it had the focus last. */
  isPointedAt: boolean
  /** The head of the section, above its first row. */
  head?: ComponentChildren
}

const MAX_FACES = 2

function Faces({ place, senderId }: { place: Place; senderId: number | undefined }) {
  const others = place.kind === 'direct' && place.others.length > 1 ? place.others : undefined
  if (others)
    return (
      <span class="avs">
        {others.slice(0, MAX_FACES).map((id) => (
          <Avatar key={id} name={nameOf(id) ?? ''} src={avatarOf(id)} size={20} seed={id} />
        ))}
      </span>
    )
  const id = place.kind === 'direct' ? (place.others[0] ?? ownId()) : senderId
  return id === undefined ? null : <Avatar name={nameOf(id) ?? ''} src={avatarOf(id)} size={28} seed={id} />
}

/** Marks the row as read. Who pressed a key goes on from the row; the pointer goes on by itself. */
function markRead(place: Place, event: MouseEvent): void {
  const box = (event.currentTarget as Element).closest('[data-row-box]')
  if (event.detail === 0) box?.querySelector<HTMLElement>('[data-row]')?.focus()
  void markPlaceRead(place)
}

function InboxRowView({ row, isCurrent, isPointedAt, head }: Props) {
  const { place, key, unread, mentions } = row
  const recent = useComputed(() => recents.value?.get(key)).value
  // Who writes in a conversation of two is clear.
  const isOfMany = place.kind === 'channel' || place.others.length > 1
  const sender = recent && isOfMany ? spokenBy(recent.senderId) : undefined
  const isRead = unread === 0
  return (
    <div role="listitem">
      {head}
      <div class={['ib', isPointedAt && 'sel', isRead && 'read'].filter(Boolean).join(' ')} data-row-box>
        <span class="tl">
          <Faces place={place} senderId={recent?.senderId} />
        </span>
        <div class="ib-text">
          <a
            class="ib-link t"
            href={hrefOf(addressOf(place, ownId()))}
            aria-label={spokenName(placeName(place), { unread, mentions }, false)}
            data-row={key}
            data-region-start={isCurrent ? '' : undefined}
            tabIndex={isCurrent ? 0 : -1}
          >
            <bdi class="clip">{placeTitle(place)}</bdi>
            {isFollowed(place) && <Icon name="follow" size="s" class="mut" />}
          </a>
          <span class="s clip">
            {sender && (
              <b>
                <bdi>{sender}</bdi>:{' '}
              </b>
            )}
            <bdi>{recent?.firstWords}</bdi>
          </span>
        </div>
        <span class="e">
          {recent && <time>{listedTime(recent.timestamp)}</time>}
          <span class="ns">
            {mentions > 0 && <CountBadge value="@" look="ment" />}
            {!isRead && <CountBadge value={unread} look={place.kind === 'direct' ? 'pill' : 'strong'} />}
          </span>
        </span>
        {!isRead && (
          <IconButton
            icon="check"
            label={t('inbox.mark')}
            small
            class="ib-mark"
            tabIndex={isCurrent ? 0 : -1}
            onClick={(event) => markRead(place, event)}
          />
        )}
      </div>
    </div>
  )
}

/** Counts are new objects after each event; most rows show the same as before. */
const isSame = (a: Props, b: Props): boolean =>
  a.row.unread === b.row.unread &&
  a.row.mentions === b.row.mentions &&
  a.row.place === b.row.place &&
  a.isCurrent === b.isCurrent &&
  a.isPointedAt === b.isPointedAt &&
  a.head === b.head

/** A conversation with something unread. */
export const InboxRow = memo(InboxRowView, isSame)
