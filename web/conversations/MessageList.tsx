import type { ComponentType } from 'preact'
import { useEffect, useMemo, useRef, useState } from 'preact/hooks'
import { addShortcuts } from '../kernel/keyboard.ts'
import { t } from '../kernel/texts.ts'
import { fetchNewer, fetchOlder } from '../messages/fetch-messages.ts'
import { stretch } from '../messages/store.ts'
import { Window, type WindowControl } from '../ui/window/Window.tsx'
import { useSelection } from './keep-selection.ts'
import { LoadingRows } from './LoadingRows.tsx'
import { lookAt } from './mark-read.ts'
import { messageKeys } from './message-keys.ts'
import { NewestButton } from './NewestButton.tsx'
import type { Listing } from './narrow-of.ts'
import { enterByTab, leaveByEscape, leaveByTab } from './one-tab-stop.ts'
import { keepPosition, openNewest } from './open-place.ts'
import { Row, type RowProps } from './Row.tsx'
import { sendingsOf } from './rows.ts'
import { focusSelected, goToNewest, listKeys, listUnderFocus } from './select-message.ts'
import { opened, selected } from './store.ts'

/** How often what is visible is looked at. */
const LOOKING = 250

/** The messages of a place, in a window that keeps its place. */
export function MessageList({ listing, RowView = Row }: { listing: Listing; RowView?: ComponentType<RowProps> }) {
  const { narrow, place } = listing
  const { key, opening, start, status } = opened.value
  const known = stretch(narrow).value
  const sending = sendingsOf(place)
  // While nothing is known yet, what one has sent is at the end of it.
  const isToEnd = known?.isToNewest ?? true
  const ids = useMemo(
    () => [...(known?.ids ?? []), ...(isToEnd ? sending.map(({ localId }) => localId) : [])],
    [known?.ids, isToEnd, sending.map(({ localId }) => localId).join()],
  )
  const control = useRef<WindowControl>(null)
  const [isAtEnd, setAtEnd] = useState(true)
  const [trouble, setTrouble] = useState<'older' | 'newer' | null>(null)
  const toNewest = !isToEnd ? () => void openNewest(listing) : undefined
  listUnderFocus.current = { ids, control, toNewest }
  useSelection(ids, opening)

  useEffect(() => {
    const look = () => {
      lookAt((control.current?.visible() ?? []).map(Number), performance.now())
      setAtEnd(control.current?.isAtEnd() ?? true)
    }
    const timer = setInterval(look, LOOKING)
    return () => clearInterval(timer)
  }, [])
  useEffect(() => addShortcuts(...listKeys, ...messageKeys), [])
  useEffect(() => {
    if (status === 'ready') focusSelected()
  }, [opening, status])
  // One's own message is shown wherever one was reading.
  useEffect(() => {
    if (sending.length === 0) return
    if (toNewest) toNewest()
    else control.current?.scrollToEnd()
  }, [sending.at(-1)?.key])

  const load = (side: 'older' | 'newer') => {
    const end = side === 'older' ? known?.ids[0] : known?.ids.at(-1)
    const isComplete = side === 'older' ? known?.isFromOldest : known?.isToNewest
    if (status !== 'ready' || isComplete !== false || end === undefined || trouble === side) return
    const fetch = side === 'older' ? fetchOlder : fetchNewer
    fetch(narrow, end).then(
      () => setTrouble(null),
      () => setTrouble(side),
    )
  }
  const again = (side: 'older' | 'newer') =>
    trouble === side && (
      <button type="button" class="btn sm load-again" onClick={() => setTrouble(null)}>
        {t('retry')}
      </button>
    )
  const isLoading = status === 'loading' && ids.length === 0

  return (
    <div class="msg-list" data-region>
      {again('older')}
      {isLoading && <LoadingRows />}
      <Window
        items={ids}
        keyOf={(id) => id}
        render={(id, index) => <RowView key={id} id={id} before={ids[index - 1]} />}
        start={start}
        place={`${key} ${opening} ${status}`}
        control={control}
        isWhole={known?.isFromOldest === true && known.isToNewest}
        list={{
          role: 'feed',
          'aria-label': t('conversation.messages'),
          'aria-busy': status === 'loading',
          class: 'msgs',
          onKeyDown: (event) => {
            leaveByTab(event)
            leaveByEscape(event)
          },
          onFocusIn: (event) => {
            enterByTab(event)
            const article = document.activeElement?.closest<HTMLElement>('article')
            if (article) selected.value = Number(article.dataset['key'])
          },
        }}
        onNearStart={() => load('older')}
        onNearEnd={() => load('newer')}
        onScroll={() => control.current && keepPosition(control.current.position())}
      />
      {again('newer')}
      {!(isAtEnd && isToEnd) && <NewestButton place={place} onPress={goToNewest} />}
    </div>
  )
}
