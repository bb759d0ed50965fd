import type { ComponentType } from 'preact'
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks'
import { addShortcuts } from '../kernel/keyboard.ts'
import { t } from '../kernel/texts.ts'
import { fetchMore } from '../messages/fetch-messages.ts'
import { stretch } from '../messages/store.ts'
import type { WindowControl } from '../ui/window/Window.tsx'
import { useSelection } from './keep-selection.ts'
import { MessageFeed } from './MessageFeed.tsx'
import { lookAt } from './mark-read.ts'
import { messageKeys } from './message-keys.ts'
import { NewestButton } from './NewestButton.tsx'
import type { Listing } from './narrow-of.ts'
import { keepPosition, openNewest } from './open-place.ts'
import { Row, type RowProps } from './Row.tsx'
import { sendingsOf } from './rows.ts'
import { focusSelected, goToNewest, listKeys, listUnderFocus } from './select-message.ts'
import { opened } from './store.ts'

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
  // Before the messages can be seen: who sees them may press a key.
  useLayoutEffect(() => addShortcuts(...listKeys, ...messageKeys), [])
  // With the messages: later it would take the focus from what somebody has gone to meanwhile.
  useLayoutEffect(() => {
    if (status === 'ready') focusSelected()
  }, [opening, status])
  // One's own message is shown wherever one was reading.
  useLayoutEffect(() => {
    if (sending.length === 0) return
    if (toNewest) toNewest()
    else control.current?.scrollToEnd()
  }, [sending.at(-1)?.key])

  return (
    <MessageFeed
      label={t('conversation.messages')}
      ids={ids}
      known={known}
      isLoading={status === 'loading'}
      isReady={status === 'ready'}
      fetchMore={(side, end) => fetchMore(narrow, side, end)}
      render={(id, index) => <RowView key={id} id={id} before={ids[index - 1]} />}
      start={start}
      place={`${key} ${opening} ${status}`}
      control={control}
      followsEnd={isToEnd}
      isWhole={known?.isFromOldest === true && known.isToNewest}
      onScroll={() => control.current && keepPosition(control.current.position())}
    >
      {!(isAtEnd && isToEnd) && <NewestButton place={place} onPress={goToNewest} />}
    </MessageFeed>
  )
}
