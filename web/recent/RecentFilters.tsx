import { useState } from 'preact/hooks'
import { channelName, ownChannels } from '../channels/store.ts'
import { t } from '../kernel/texts.ts'
import { Icon } from '../ui/Icon.tsx'
import { Menu } from '../ui/Menu.tsx'
import { FILTERS, filter, includesMuted, unreadCount, where, words } from './store.ts'

const nameOfPlace = (): string => {
  if (where.value === null) return t('recent.anywhere')
  return where.value === 'direct' ? t('nav.direct') : (channelName(where.value) ?? '…')
}

/** One channel, or direct messages. */
function WhereChip() {
  const [anchor, setAnchor] = useState<Element | null>(null)
  const [isOpen, setOpen] = useState(false)
  const choices = [
    { label: t('recent.anywhere'), value: null },
    { label: t('nav.direct'), value: 'direct' as const },
    ...ownChannels.value.map(({ name, stream_id }) => ({ label: name, value: stream_id })),
  ]
  return (
    <>
      <button
        ref={setAnchor}
        type="button"
        class="chip"
        aria-pressed={where.value !== null}
        aria-haspopup="menu"
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
      >
        <Icon name="hash" size="s" />
        <bdi>{nameOfPlace()}</bdi>
        <Icon name="chev-d" size="xs" />
      </button>
      {isOpen && anchor && (
        <Menu
          name={t('recent.where')}
          anchor={anchor}
          placement="bottom-start"
          items={choices.map(({ label, value }) => ({
            label,
            isChosen: where.value === value,
            run: () => (where.value = value),
          }))}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  )
}

/** Which conversations are listed. */
export const RecentFilters = () => (
  <div class="chips">
    <label class="in chip-field hide-phone">
      <Icon name="search" size="s" class="mut" />
      <input
        type="search"
        aria-label={t('recent.words')}
        placeholder={t('recent.words')}
        value={words.value}
        onInput={({ currentTarget }) => (words.value = currentTarget.value)}
      />
    </label>
    <fieldset class="chips plain" aria-label={t('inbox.show')}>
      {FILTERS.map((one) => (
        <button
          key={one}
          type="button"
          class="chip"
          aria-pressed={filter.value === one}
          onClick={() => (filter.value = one)}
        >
          {t(`recent.filter.${one}`)}
          {one === 'unread' && unreadCount.value > 0 && <span class="num"> {unreadCount.value}</span>}
        </button>
      ))}
      <button
        type="button"
        class="chip"
        aria-pressed={includesMuted.value}
        onClick={() => (includesMuted.value = !includesMuted.value)}
      >
        {t('recent.muted')}
      </button>
      <WhereChip />
    </fieldset>
  </div>
)
