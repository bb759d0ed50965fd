import type { RefObject } from 'preact'
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks'
import { keepFocus } from '../../kernel/focus.ts'
import { fitOf, foldName } from '../../kernel/fold-name.ts'
import { addShortcuts } from '../../kernel/keyboard.ts'
import { state } from '../../kernel/state.ts'
import { t } from '../../kernel/texts.ts'
import { message, stretch } from '../../messages/store.ts'
import { nameOf } from '../../people/store.ts'
import { Icon } from '../../ui/Icon.tsx'
import { IconButton } from '../../ui/IconButton.tsx'
import { LoadingLine } from '../../ui/LoadingLine.tsx'
import type { Listing } from '../narrow-of.ts'
import { drawnListing } from './drawn-listing.ts'
import { orderedByPresence, orderedSubscribers } from './order-people.ts'
import { PersonRow } from './PeopleRow.tsx'
import { isPeopleAbove, isPeopleShown, setPeopleShown } from './people-pane.ts'

/** The number of others that are shown at first, and added with each press. */
const STEP = 50

/** Of the lines that stand for people until they are known. */
const WIDTHS = ['60%', '45%', '70%', '52%', '64%', '40%']

/** Who wrote what is known of the topic. */
function authorsOf({ narrow }: Listing): number[] {
  const ids = stretch(narrow).value?.ids ?? []
  return [...new Set(ids.flatMap((id) => message(id).value?.sender_id ?? []))]
}

/** The people of the open topic, beside the messages. */
export function PeoplePane() {
  const here = drawnListing.value
  if (!isPeopleShown.value || here?.place?.kind !== 'channel') return null
  return <People listing={here} channelId={here.place.streamId} />
}

/** A pane that lies over the messages takes the focus, goes away with Esc, and gives the focus back. */
function useFocusAbove(pane: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    if (!isPeopleAbove.value) return
    let giveBack = () => {}
    // The menu that it was opened from gives the focus back first.
    const timer = setTimeout(() => {
      giveBack = keepFocus()
      pane.current?.querySelector('button')?.focus()
    })
    const remove = addShortcuts({ keys: ['Escape'], run: () => setPeopleShown(false) })
    return () => {
      clearTimeout(timer)
      remove()
      giveBack()
    }
  }, [isPeopleAbove.value])
}

function People({ listing, channelId }: { listing: Listing; channelId: number }) {
  const pane = useRef<HTMLElement>(null)
  useFocusAbove(pane)
  const [shown, setShown] = useState(STEP)
  useEffect(() => setShown(STEP), [channelId])
  const [wanted, setWanted] = useState<string | null>(null)
  const isWanted = (id: number) => !wanted || fitOf(foldName(nameOf(id) ?? ''), foldName(wanted.trim())) !== null
  const authors = orderedByPresence(authorsOf(listing).filter(isWanted))
  const known = new Set(authors)
  const others = orderedSubscribers(channelId).value.filter((id) => !known.has(id) && isWanted(id))
  return (
    <aside ref={pane} class="people" aria-label={t('people.name')} data-region>
      <div class="ph-h">
        <h2 class="grow">{t('people.name')}</h2>
        <IconButton
          icon="search"
          label={t('people.find')}
          small
          aria-expanded={wanted !== null}
          onClick={() => setWanted(wanted === null ? '' : null)}
        />
        <IconButton icon="x" label={t('people.hide')} small onClick={() => setPeopleShown(false)} />
      </div>
      {wanted !== null && <FindPeople text={wanted} onChange={setWanted} />}
      <div class="scroll">
        {wanted && authors.length + others.length === 0 && <p class="hint">{t('newMessage.none')}</p>}
        {state.value === null && WIDTHS.map((width) => <LoadingLine key={width} width={width} />)}
        <Group title={t('people.here')} count={authors.length} ids={authors} />
        <Group title={t('people.others')} count={others.length} ids={others.slice(0, shown)} />
        {others.length > shown && (
          <button type="button" class="pp mut" onClick={() => setShown(shown + STEP)}>
            {t('nav.more', { count: others.length - shown })}
          </button>
        )}
      </div>
    </aside>
  )
}

/** Esc ends the search, and nothing else. */
function FindPeople({ text, onChange }: { text: string; onChange: (text: string | null) => void }) {
  const field = useRef<HTMLInputElement>(null)
  useLayoutEffect(() => field.current?.focus(), [])
  return (
    <label class="in people-find">
      <Icon name="search" size="s" class="mut" />
      <input
        ref={field}
        type="search"
        class="bare grow"
        aria-label={t('people.find')}
        placeholder={t('people.find')}
        value={text}
        onInput={({ currentTarget }) => onChange(currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Escape' || event.isComposing) return
          event.preventDefault()
          event.stopPropagation()
          onChange(null)
        }}
      />
    </label>
  )
}

function Group({ title, count, ids }: { title: string; count: number; ids: readonly number[] }) {
  if (count === 0) return null
  return (
    <section aria-label={title}>
      <h3 class="sec">
        {title} <span class="num">{count}</span>
      </h3>
      <ul>
        {ids.map((id) => (
          <li key={id}>
            <PersonRow id={id} />
          </li>
        ))}
      </ul>
    </section>
  )
}
