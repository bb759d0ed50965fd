import { computed } from '@preact/signals'
import type { Address } from '../kernel/addresses.ts'
import { state } from '../kernel/state.ts'
import { t } from '../kernel/texts.ts'
import type { Count } from '../messages/count-unread.ts'
import { counts } from '../messages/counts.ts'
import { Icon, type IconName } from '../ui/Icon.tsx'
import { NavRow } from './NavRow.tsx'

const mentioned = computed((): Count => ({ unread: counts.value.all.mentions, mentions: 0 }))
const everything = computed((): Count => ({ unread: counts.value.all.unread, mentions: 0 }))
const later = computed((): Count => ({ unread: state.value?.starred_messages?.length ?? 0, mentions: 0 }))

const VIEWS: readonly { to: Address; name: 'inbox' | 'mentions' | 'recent' | 'feed' | 'later'; icon: IconName }[] = [
  { to: { view: 'inbox' }, name: 'inbox', icon: 'inbox' },
  { to: { view: 'mentions' }, name: 'mentions', icon: 'at' },
  { to: { view: 'recent' }, name: 'recent', icon: 'clock' },
  { to: { view: 'feed' }, name: 'feed', icon: 'layers' },
  { to: { view: 'saved' }, name: 'later', icon: 'bookmark' },
]

const LOOKS = { inbox: 'pill', mentions: 'at', later: 'quiet' } as const
const COUNTS = { inbox: everything, mentions: mentioned, later } as const

/** The five views, which are not about one conversation. */
export const Views = () => (
  <div class="views">
    {VIEWS.map(({ to, name, icon }) => {
      const counted = name in COUNTS ? (name as keyof typeof COUNTS) : undefined
      return (
        <NavRow
          key={name}
          to={to}
          name={t(`view.${name}`)}
          isSum
          icon={<Icon name={icon} />}
          {...(counted && { count: COUNTS[counted].value, look: LOOKS[counted] })}
        />
      )
    })}
  </div>
)
