import { channelColor } from '../channels/channel-color.ts'
import { glyphOf } from '../channels/store.ts'
import { t } from '../kernel/texts.ts'
import { markPlacesRead } from '../messages/mark-place-read.ts'
import { spokenName } from '../sidebar/NavRow.tsx'
import { CountBadge } from '../ui/CountBadge.tsx'
import { Icon } from '../ui/Icon.tsx'
import { IconButton } from '../ui/IconButton.tsx'
import type { InboxSection } from './arrange.ts'
import { isFolded, sumOf, toggleFold } from './store.ts'

/** A channel, or direct messages: folds its rows away, and marks them all as read. */
export function SectionHead({ section }: { section: InboxSection }) {
  const { channel, rows } = section
  const name = channel?.name ?? t('nav.direct')
  const unread = sumOf(section)
  const isOpen = !isFolded(section)
  return (
    <div class="ib-sec" data-ch={channel && channelColor(channel.color)}>
      <button
        type="button"
        class="row fold"
        aria-expanded={isOpen}
        aria-label={spokenName(name, { unread, mentions: 0 }, false)}
        onClick={() => toggleFold(section)}
      >
        <Icon name={channel ? glyphOf(channel) : 'mail'} size="s" {...(channel && { class: 'glyph' })} />
        <bdi class="clip">{name}</bdi>
        <CountBadge value={unread} look="" />
        <Icon name={isOpen ? 'chev-d' : 'chev-r'} size="xs" class="mut chev" />
      </button>
      {unread > 0 && (
        <IconButton
          icon="check2"
          label={t('inbox.markPlace', { place: name })}
          small
          class="ib-mark-all"
          onClick={() => markPlacesRead(rows.map(({ place }) => place))}
        />
      )}
    </div>
  )
}
