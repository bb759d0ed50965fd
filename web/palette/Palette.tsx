import { computed } from '@preact/signals'
import { useEffect, useId, useMemo, useRef, useState } from 'preact/hooks'
import { bringIntoView } from '../kernel/bring-into-view.ts'
import { foldName } from '../kernel/fold-name.ts'
import { takeTyped } from '../kernel/keyboard.ts'
import { navigate } from '../kernel/navigation.ts'
import { t } from '../kernel/texts.ts'
import { wantRecents } from '../messages/recent.ts'
import { useModal } from '../ui/dialog/use-modal.ts'
import { Icon } from '../ui/Icon.tsx'
import { IconButton } from '../ui/IconButton.tsx'
import { DialogToasts } from '../ui/Toasts.tsx'
import { actionEntries } from './actions.ts'
import { type Entry, placeEntries } from './entries.ts'
import { Finder, read } from './find-entries.ts'
import { closePalette, paletteStart } from './open-palette.ts'
import { PaletteOption } from './PaletteOption.tsx'
import { searchEntries } from './search-entries.ts'
import { countUse } from './uses.ts'
import { wantTopics } from './want-topics.ts'

const places = computed(() => placeEntries())

/**
 * The palette closes first: it returns the focus to where it was. A timer would be too late: a visit closes the palette,
 * also one that somebody has opened again meanwhile.
 */
function take(entry: Entry): void {
  closePalette()
  // The visit of a place counts itself.
  if (!entry.to) countUse(entry.key)
  queueMicrotask(() => (entry.to ? navigate(entry.to) : entry.run?.()))
}

const PREFIXES = [
  ['#', 'palette.channels'],
  ['@', 'palette.people'],
  ['>', 'palette.actions'],
] as const

/** Goes anywhere, and does anything. */
export function Palette() {
  const dialog = useRef<HTMLDialogElement>(null)
  const [text, setText] = useState(() => `${paletteStart.peek() ?? ''}${takeTyped()}`)
  const [at, setAt] = useState(0)
  const id = useId()
  const actions = useMemo(() => actionEntries(), [])
  const finder = useMemo(() => new Finder(places.value, actions), [places.value])
  const { prefix, words } = read(text)
  const found = useMemo(() => finder.find(text), [finder, text])
  const searches = prefix === '' ? searchEntries(words) : []
  const groups = [
    ['palette.goTo', found.places],
    ['palette.do', found.actions],
    ['palette.search', searches],
  ] as const
  const all = groups.flatMap(([, entries]) => entries)
  const current = all[at]
  const typed = foldName(words)

  useModal(dialog, `${id}-name`)
  useEffect(() => {
    wantRecents()
    wantTopics()
  }, [])
  useEffect(() => bringIntoView(document.getElementById(`${id}-${at}`)), [at])

  const onKey = (event: KeyboardEvent) => {
    if (event.isComposing || event.keyCode === 229) return
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    const everywhere = searches[0]
    if (step !== undefined && all.length > 0) setAt((at + step + all.length) % all.length)
    else if (event.key === 'Enter' && (event.ctrlKey || event.metaKey) && everywhere) take(everywhere)
    else if (event.key === 'Enter' && current) take(current)
    else return
    event.preventDefault()
  }
  return (
    <dialog
      ref={dialog}
      class="dlg palette"
      aria-modal="true"
      aria-labelledby={`${id}-name`}
      onCancel={(event) => {
        event.preventDefault()
        closePalette()
      }}
      onClick={(event) => event.target === dialog.current && closePalette()}
    >
      <h2 id={`${id}-name`} class="sr">
        {t('palette.title')}
      </h2>
      <div class="palette-field">
        <Icon name="search" />
        <input
          type="text"
          data-focus
          role="combobox"
          class="grow"
          autocomplete="off"
          dir="auto"
          aria-label={t('palette.title')}
          placeholder={t('palette.title')}
          aria-autocomplete="list"
          aria-expanded={all.length > 0}
          aria-controls={`${id}-list`}
          aria-activedescendant={current ? `${id}-${at}` : undefined}
          value={text}
          onInput={({ currentTarget }) => {
            setText(currentTarget.value)
            setAt(0)
          }}
          onKeyDown={onKey}
        />
        <IconButton icon="x" label={t('close')} onClick={closePalette} />
      </div>
      <div role="listbox" id={`${id}-list`} aria-label={t('palette.title')} class="palette-list">
        {groups.map(
          ([title, entries]) =>
            entries.length > 0 && (
              <div key={title} role="group" aria-label={t(title)}>
                <div class="pop-h" aria-hidden="true">
                  {t(title)}
                </div>
                {entries.map((entry) => {
                  const index = all.indexOf(entry)
                  return (
                    <PaletteOption
                      key={entry.key}
                      id={`${id}-${index}`}
                      entry={entry}
                      typed={typed}
                      isCurrent={index === at}
                      onTake={() => take(entry)}
                    />
                  )
                })}
              </div>
            ),
        )}
      </div>
      {all.length === 0 && <p class="hint palette-none">{t('palette.none')}</p>}
      <div class="pop-f" aria-hidden="true">
        {PREFIXES.map(([sign, name]) => (
          <span key={sign}>
            <kbd>{sign}</kbd> {t(name)}
          </span>
        ))}
        <span class="grow" />
        <span>
          <kbd>Esc</kbd> {t('search.close')}
        </span>
      </div>
      <DialogToasts dialog={`${id}-name`} />
    </dialog>
  )
}
