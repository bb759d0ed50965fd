import { computed } from '@preact/signals'
import type { ComponentChildren } from 'preact'
import { useEffect, useRef } from 'preact/hooks'
import type { Address } from '../kernel/addresses.ts'
import { bringIntoView } from '../kernel/bring-into-view.ts'
import { address, hrefOf } from '../kernel/navigation.ts'
import { t } from '../kernel/texts.ts'
import { type Count, NO_COUNT } from '../messages/count-unread.ts'
import { CountBadge } from '../ui/CountBadge.tsx'
import { Icon } from '../ui/Icon.tsx'

interface Props {
  to: Address
  /** What it opens. */
  name: string
  /** The same in fewer words, for those who see it. */
  shortName?: string
  /** It counts what other rows show too, so it does not stand out. */
  isSum?: boolean
  icon?: ComponentChildren
  count?: Count
  /** Bold and a number, a green pill for direct messages, an amber one for mentions, or a quiet number. */
  look?: 'strong' | 'pill' | 'at' | 'quiet'
  isMuted?: boolean
  color?: string | undefined
  children?: ComponentChildren
}

/** The name with its counts in words, as assistive technology speaks it. */
export function spokenName(name: string, count: Count, isMuted: boolean): string {
  const parts = [
    name,
    count.unread > 0 && t('nav.unread', { count: count.unread }),
    count.mentions > 0 && t('message.mentionsYou'),
    isMuted && t('nav.muted'),
  ]
  return parts.filter(Boolean).join(', ')
}

/** Tabs of one view have addresses of their own. */
const VIEW_OF_TAB: Readonly<Record<string, Address>> = {
  reactions: { view: 'mentions' },
  drafts: { view: 'saved' },
  scheduled: { view: 'saved' },
  reminders: { view: 'saved' },
}

/** The place without the message that it was opened at. */
const placeHere = computed(() => {
  const { near: _, with: _with, ...place } = address.value as Address & { near?: number; with?: number }
  // Both ways to see a channel are the channel.
  if (place.view === 'channel') return hrefOf({ view: 'topics', channelId: place.channelId })
  return hrefOf(VIEW_OF_TAB[place.view] ?? (place as Address))
})
const isHere = (to: Address): boolean => hrefOf(to) === placeHere.value

/** A link of the sidebar. */
export function NavRow(props: Props) {
  const { to, name, shortName = name, icon, count = NO_COUNT, look = 'strong', color, children } = props
  const { isMuted = false, isSum = false } = props
  const row = useRef<HTMLAnchorElement>(null)
  const isCurrent = isHere(to)
  // The place may have been opened elsewhere.
  useEffect(() => {
    if (isCurrent) bringIntoView(row.current)
  }, [isCurrent])
  const isUnread = count.unread > 0 && !isMuted && !isSum
  const kind = ['nv', isUnread && 'unread', isCurrent && 'cur', isMuted && 'muted'].filter(Boolean).join(' ')
  return (
    <a
      ref={row}
      class={kind}
      href={hrefOf(to)}
      data-ch={color}
      aria-label={spokenName(name, look === 'quiet' ? NO_COUNT : count, isMuted)}
      aria-current={isCurrent ? 'page' : undefined}
    >
      {icon}
      <bdi class="clip grow">{shortName}</bdi>
      {children}
      {count.mentions > 0 && look === 'strong' && <CountBadge value="@" look="ment" />}
      {count.unread > 0 && !isMuted && <CountBadge value={count.unread} look={look === 'quiet' ? '' : look} />}
      {isMuted && (
        <span class="n">
          <Icon name="bell-off" size="xs" />
        </span>
      )}
    </a>
  )
}
