import { useState } from 'preact/hooks'
import { folders } from '../channels/store.ts'
import { t } from '../kernel/texts.ts'
import { Icon } from '../ui/Icon.tsx'
import { Menu } from '../ui/Menu.tsx'
import { FILTERS, type Filter, filter } from './filters.ts'
import { filterCounts } from './store.ts'

const choose = (wanted: Filter): void => {
  filter.value = wanted
}

/** The folders of the organization, one of which can be shown alone. */
function FolderChip() {
  const [anchor, setAnchor] = useState<Element | null>(null)
  const [isOpen, setOpen] = useState(false)
  const now = filter.value
  const chosen = typeof now === 'object' ? folders.value.find(({ id }) => id === now.folderId) : undefined
  if (folders.value.length === 0) return null
  return (
    <>
      <button
        ref={setAnchor}
        type="button"
        class="chip"
        aria-pressed={chosen !== undefined}
        aria-haspopup="menu"
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
      >
        <Icon name="folder" size="s" />
        <bdi>{chosen?.name ?? t('inbox.folder')}</bdi>
      </button>
      {isOpen && anchor && (
        <Menu
          name={t('inbox.folder')}
          anchor={anchor}
          placement="bottom-start"
          items={[
            { label: t('inbox.anyFolder'), isChosen: chosen === undefined, run: () => choose('all') },
            ...folders.value.map(({ id, name }) => ({
              label: name,
              isChosen: chosen?.id === id,
              run: () => choose({ folderId: id }),
            })),
          ]}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  )
}

/** Which conversations the inbox shows. */
export const Filters = () => (
  <fieldset class="chips plain" aria-label={t('inbox.show')}>
    {FILTERS.map((one) => {
      const count = one === 'all' ? 0 : (filterCounts.value.get(one) ?? 0)
      return (
        <button key={one} type="button" class="chip" aria-pressed={filter.value === one} onClick={() => choose(one)}>
          {t(`inbox.filter.${one}`)}
          {count > 0 && <span class="num"> {count}</span>}
        </button>
      )
    })}
    <FolderChip />
  </fieldset>
)
