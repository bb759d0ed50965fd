import type { Address } from '../kernel/addresses.ts'
import { address, hrefOf } from '../kernel/navigation.ts'
import { t } from '../kernel/texts.ts'
import { counts } from '../messages/counts.ts'
import { CountBadge } from '../ui/CountBadge.tsx'
import { Icon, type IconName } from '../ui/Icon.tsx'
import { spokenName } from './NavRow.tsx'

type Tab = 'inbox' | 'channels' | 'messages' | 'search' | 'you'

const TABS: readonly { view: Tab; to: Address; icon: IconName }[] = [
  { view: 'inbox', to: { view: 'inbox' }, icon: 'inbox' },
  { view: 'channels', to: { view: 'channels' }, icon: 'hash' },
  { view: 'messages', to: { view: 'messages' }, icon: 'mail' },
  { view: 'search', to: { view: 'search-field' }, icon: 'search' },
  { view: 'you', to: { view: 'you' }, icon: 'user' },
]

/** The tab under which a place is found that is no tab itself. */
const TAB_ABOVE: Partial<Record<Address['view'], Tab>> = {
  recent: 'channels',
  feed: 'channels',
  mentions: 'channels',
  reactions: 'channels',
  topics: 'channels',
  saved: 'you',
  drafts: 'you',
  scheduled: 'you',
  reminders: 'you',
  settings: 'you',
}

/** The tabs at the foot of a phone. */
export function PhoneTabs() {
  const { all, direct } = counts.value
  const countOf = { inbox: all.unread, messages: direct.unread } as Partial<Record<string, number>>
  return (
    <nav class="tabs" aria-label={t('tabs.name')}>
      {TABS.map(({ view, to, icon }) => {
        const count = countOf[view] ?? 0
        const { view: here } = address.value
        const isHere = here === to.view || here === view
        const isBelow = TAB_ABOVE[here] === view
        return (
          <a
            key={view}
            href={hrefOf(to)}
            class={isHere || isBelow ? 'cur' : ''}
            aria-current={isHere ? 'page' : isBelow || undefined}
            aria-label={spokenName(t(`view.${view}`), { unread: count, mentions: 0 }, false)}
          >
            <Icon name={icon} />
            {t(`view.${view}`)}
            {count > 0 && <CountBadge value={count} look="pill" />}
          </a>
        )
      })}
    </nav>
  )
}
