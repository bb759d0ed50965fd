import type { Place } from '../../../client/model/place.ts'
import { callProvider } from '../../composer/calls/provider.ts'
import { startCall } from '../../composer/calls/start-call.ts'
import { t } from '../../kernel/texts.ts'
import { countOf } from '../../messages/counts.ts'
import { markPlaceRead } from '../../messages/mark-place-read.ts'
import { activityOf, avatarOf, nameOf, ownId } from '../../people/store.ts'
import { Avatar } from '../../ui/Avatar.tsx'
import { localTime } from '../people/local-time.ts'
import { statusLine } from '../people/status-line.ts'
import { BackButton } from './BackButton.tsx'
import { copyPlace } from './copy-place.ts'
import { HeaderMenu } from './HeaderMenu.tsx'
import { LabelledButton } from './LabelledButton.tsx'
import { SearchButton } from './SearchButton.tsx'

const MAX_PICTURES = 4

/** Whether they are there, or how many of them. */
function presenceLine(others: readonly number[]): string {
  const active = others.filter((id) => activityOf(id) === 'active').length
  const [only, ...more] = others
  if (only === undefined) return t('direct.yourself')
  const time = more.length === 0 ? localTime(only) : undefined
  const parts = [
    t('direct.name'),
    active > 0 && (more.length > 0 ? t('direct.activeCount', { count: active }) : t('direct.active')),
    more.length === 0 && statusLine(only),
    time && t('people.localTime', { time }),
  ]
  return parts.filter(Boolean).join(' · ')
}

/** The header of direct messages. */
export function DirectHead({ place, title }: { place: Place & { kind: 'direct' }; title: string }) {
  const people = place.others.length > 0 ? place.others : [ownId()]
  return (
    <header class="head">
      <BackButton to="messages" />
      <span class="hide-phone avs">
        {people.slice(0, MAX_PICTURES).map((id) => (
          <Avatar key={id} name={nameOf(id) ?? ''} src={avatarOf(id)} size={28} seed={id} />
        ))}
      </span>
      <div class="grow">
        <h1 class="clip" dir="auto">
          {title}
        </h1>
        <div class="where clip">{presenceLine(place.others)}</div>
      </div>
      <div class="acts">
        {callProvider.value !== null && place.others.length > 0 && (
          <span class="hide-phone row">
            <LabelledButton icon="video" label={t('calls.call')} onClick={() => startCall({ kind: 'place', place })} />
          </span>
        )}
        <SearchButton />
        <HeaderMenu
          items={() => [
            ...(countOf(place).unread > 0
              ? [{ label: t('inbox.mark'), icon: 'eye-read' as const, run: () => markPlaceRead(place) }]
              : []),
            { label: t('action.copyLink'), icon: 'link', run: copyPlace },
          ]}
        />
      </div>
    </header>
  )
}
