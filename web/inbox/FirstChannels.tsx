import { useMemo } from 'preact/hooks'
import { ChannelRow } from '../channels/browse/ChannelRow.tsx'
import { visibleChannels } from '../channels/browse/store.ts'
import { browseChannels } from '../channels/channel-dialogs.ts'
import { channels } from '../channels/store.ts'
import { t } from '../kernel/texts.ts'
import { Art } from '../ui/Art.tsx'

const MAX_CHANNELS = 4

/** The channels that most people are in. They stay where they are while the person joins some of them. */
const useFirst = (): readonly number[] =>
  useMemo(
    () =>
      visibleChannels()
        .toSorted((a, b) => b.subscriber_count - a.subscriber_count)
        .slice(0, MAX_CHANNELS)
        .map(({ stream_id }) => stream_id),
    [],
  )

/** Somebody who is in no channel yet picks some. */
export function FirstChannels({ onDone }: { onDone: () => void }) {
  const shown = useFirst().flatMap((id) => channels.value.get(id) ?? [])
  return (
    <div class="empty">
      <Art>
        <rect x="26" y="18" width="64" height="30" rx="8" fill="var(--c-surface)" stroke="var(--c-line-strong)" />
        <rect x="44" y="38" width="72" height="32" rx="8" fill="var(--c-accent-soft)" stroke="var(--c-accent)" />
        <rect x="32" y="62" width="60" height="28" rx="8" fill="var(--c-surface)" />
        <path d="M54 50h30M54 58h44" stroke="var(--c-accent)" />
        <path d="M40 30h24M42 74h28" />
      </Art>
      {/* The inbox says so whenever nothing is unread. The line above shows it already. */}
      <h2 class="sr">{t('inbox.allRead')}</h2>
      <h2>{t('first.title')}</h2>
      <p>{t('first.text')}</p>
      <ul class="first-channels" aria-label={t('view.channels')}>
        {shown.map((one) => (
          <ChannelRow key={one.stream_id} channel={one} />
        ))}
      </ul>
      <div class="row">
        <button type="button" class="btn" onClick={browseChannels}>
          {t('first.all', { count: visibleChannels().length })}
        </button>
        <button type="button" class="btn primary" onClick={onDone}>
          {t('first.done')}
        </button>
      </div>
    </div>
  )
}
